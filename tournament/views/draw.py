from django.http import HttpRequest, HttpResponse


def draw(request: HttpRequest, slug: str) -> HttpResponse:
    return HttpResponse(slug)
