from django.http import HttpRequest, HttpResponse


def standings(request: HttpRequest, slug: str) -> HttpResponse:
    return HttpResponse(slug)
