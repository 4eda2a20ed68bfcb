from django.http import HttpRequest, HttpResponse


def tournament_create(request: HttpRequest) -> HttpResponse:
    return HttpResponse("")


def day(request: HttpRequest, slug: str) -> HttpResponse:
    return HttpResponse(slug)


def tournament_edit(request: HttpRequest, slug: str) -> HttpResponse:
    return HttpResponse(slug)
