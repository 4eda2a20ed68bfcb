from django.http import HttpRequest, HttpResponse


def prints(request: HttpRequest, slug: str) -> HttpResponse:
    return HttpResponse(slug)
