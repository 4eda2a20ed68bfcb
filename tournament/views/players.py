from django.http import HttpRequest, HttpResponse


def players(request: HttpRequest, slug: str) -> HttpResponse:
    return HttpResponse(slug)
