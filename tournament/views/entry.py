from django.http import HttpRequest, HttpResponse


def entry(request: HttpRequest, slug: str) -> HttpResponse:
    return HttpResponse(slug)
