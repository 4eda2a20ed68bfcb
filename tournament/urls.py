"""Addresses: one word each, the same in view, template and test."""

from django.contrib.auth import views as auth_views
from django.urls import path

from tournament.views import (
    draw,
    draw_whole,
    entry,
    errors,
    evenings,
    home,
    places,
    players,
    preferences,
    prints,
    referee,
    replanning,
    resume,
    rules,
    standings,
    tournaments,
)

handler400 = errors.bad_request
handler403 = errors.permission_denied
handler404 = errors.not_found
handler500 = errors.server_error

urlpatterns = [
    path("", home.home, name="home"),
    path("demo/reset/", home.demo_reset, name="demo_reset"),
    path("healthz", home.healthz, name="healthz"),
    path("preference/", preferences.preference, name="preference"),
    path("login/", auth_views.LoginView.as_view(template_name="login.html"), name="login"),
    path("resume/", resume.resume, name="resume"),
    path("logout/", auth_views.LogoutView.as_view(), name="logout"),
    # The tournament and its day.
    path("tournaments/new/", tournaments.tournament_create, name="tournament_create"),
    path("t/<slug:slug>/", tournaments.day, name="day"),
    path("t/<slug:slug>/edit/", tournaments.tournament_edit, name="tournament_edit"),
    path("t/<slug:slug>/delete/", tournaments.tournament_delete, name="tournament_delete"),
    path("t/<slug:slug>/rating/", tournaments.rating, name="rating"),
    # 1 Players.
    path("t/<slug:slug>/players/", players.players, name="players"),
    path("t/<slug:slug>/players/add/", players.player_add, name="player_add"),
    path("t/<slug:slug>/players/suggestions/", players.player_suggestions, name="player_suggestions"),
    path("t/<slug:slug>/players/present/", players.players_present, name="players_present"),
    path("t/<slug:slug>/players/<int:number>/", players.player_edit, name="player_edit"),
    path("t/<slug:slug>/players/<int:number>/present/", players.player_present, name="player_present"),
    path("t/<slug:slug>/players/<int:number>/fee/", players.player_fee, name="player_fee"),
    path("t/<slug:slug>/players/<int:number>/withdraw/", players.player_withdraw, name="player_withdraw"),
    path("t/<slug:slug>/players/<int:number>/reinstate/", players.player_reinstate, name="player_reinstate"),
    path("t/<slug:slug>/players/<int:number>/replace/", replanning.player_replace, name="player_replace"),
    path("t/<slug:slug>/players/<int:number>/remove/", players.player_remove, name="player_remove"),
    # 2 Draw.
    path("t/<slug:slug>/draw/", draw.draw, name="draw"),
    path("t/<slug:slug>/seating/", places.seating, name="seating"),
    path("t/<slug:slug>/seating/<int:series>/", places.seating, name="seating_series"),
    path("t/<slug:slug>/met/", places.met, name="met"),
    path("t/<slug:slug>/draw/whole/", draw_whole.draw_whole, name="draw_whole"),
    path("t/<slug:slug>/draw/whole/confirm/", draw_whole.draw_whole_confirm, name="draw_whole_confirm"),
    path("t/<slug:slug>/draw/<int:number>/", draw.draw_series, name="draw_series"),
    path("t/<slug:slug>/draw/<int:number>/confirm/", draw.draw_confirm, name="draw_confirm"),
    path("t/<slug:slug>/draw/<int:number>/change/", replanning.seating_change, name="seating_change"),
    path("t/<slug:slug>/draw/<int:number>/undo/", draw.draw_undo, name="draw_undo"),
    # 3 Entry.
    path("t/<slug:slug>/entry/", entry.entry, name="entry"),
    path("t/<slug:slug>/entry/<int:series>/", entry.entry_series, name="entry_series"),
    path("t/<slug:slug>/entry/<int:series>/<int:table>/", entry.entry_sheet, name="entry_sheet"),
    path("t/<slug:slug>/entry/<int:series>/<int:table>/check/", entry.entry_check, name="entry_check"),
    path("t/<slug:slug>/entry/<int:series>/<int:table>/save/", entry.entry_save, name="entry_save"),
    path("t/<slug:slug>/entry/<int:series>/<int:table>/undo/", entry.entry_undo, name="entry_undo"),
    path("t/<slug:slug>/entry/<int:series>/<int:table>/close/", entry.entry_close, name="entry_close"),
    path(
        "t/<slug:slug>/entry/<int:series>/<int:table>/check-off/",
        entry.entry_check_off,
        name="entry_check_off",
    ),
    path(
        "t/<slug:slug>/entry/<int:series>/<int:table>/take-over/",
        entry.entry_take_over,
        name="entry_take_over",
    ),
    path("t/<slug:slug>/entry/<int:series>/<int:table>/discard/", entry.entry_discard, name="entry_discard"),
    # 4 Standings.
    path("t/<slug:slug>/standings/", standings.standings, name="standings"),
    path("t/<slug:slug>/standings/<int:series>/", standings.standings, name="standings_series"),
    path("t/<slug:slug>/player/<int:number>/", standings.player, name="player"),
    path("t/<slug:slug>/player/<int:number>/adjust/", standings.adjust, name="adjust"),
    path(
        "t/<slug:slug>/player/<int:number>/adjust/<int:pk>/withdraw/",
        standings.adjustment_withdraw,
        name="adjustment_withdraw",
    ),
    path("t/<slug:slug>/lot/", standings.lot, name="lot"),
    # Club evenings.
    path("evenings/", evenings.evenings, name="evenings"),
    path("evenings/new/<slug:ruleset>/", evenings.evening_create, name="evening_create"),
    path("evenings/<slug:slug>/", evenings.evening, name="evening"),
    path("evenings/<slug:slug>/edit/", evenings.evening_edit, name="evening_edit"),
    path("evenings/<slug:slug>/delete/", evenings.evening_delete, name="evening_delete"),
    path("evenings/<slug:slug>/record/", evenings.evening_record, name="evening_record"),
    path("evenings/<slug:slug>/undo/", evenings.evening_undo, name="evening_undo"),
    path("evenings/<slug:slug>/print/<slug:kind>/", evenings.evening_document, name="evening_document"),
    path("evenings/<slug:slug>/<int:number>/", evenings.evening_round, name="evening_round"),
    path(
        "evenings/<slug:slug>/<int:number>/delete/",
        evenings.evening_round_delete,
        name="evening_round_delete",
    ),
    # The referee: rule book and desk.
    path("rules/", rules.rules, name="rules"),
    path("rules/<str:key>/", rules.rule, name="rule"),
    path("referee/", referee.referee, name="referee"),
    # 5 Print.
    path("t/<slug:slug>/print/", prints.prints, name="prints"),
    path("t/<slug:slug>/print/<slug:kind>/", prints.document, name="document"),
]
