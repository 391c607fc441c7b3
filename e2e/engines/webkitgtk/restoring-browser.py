#!/usr/bin/python3
"""A browser for WebKitGTK's driver that brings its tab back, as MiniBrowser does not: the file that SESSION_FILE names has the
tab's session, as WebKitGTK itself writes it down for browsers."""

import os
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402

file = os.environ["SESSION_FILE"]
context = WebKit2.WebContext.new_ephemeral()


def write_down(view):
    with open(file + ".new", "wb") as new:
        new.write(view.get_session_state().serialize().get_data())
    os.replace(file + ".new", file)
    return True


def create_view(_session):
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    settings = view.get_settings()
    settings.set_enable_javascript_markup("--enable-javascript-markup=false" not in sys.argv)
    settings.set_enable_back_forward_navigation_gestures(False)
    window = Gtk.Window(default_width=900, default_height=1000)
    window.add(view)
    window.show_all()
    view.grab_focus()
    if os.path.exists(file):
        with open(file, "rb") as kept:
            state = WebKit2.WebViewSessionState.new(GLib.Bytes.new(kept.read()))
        view.restore_session_state(state)
        view.go_to_back_forward_list_item(view.get_back_forward_list().get_current_item())
    GLib.timeout_add(100, write_down, view)
    return view


def start(_context, session):
    info = WebKit2.ApplicationInfo.new()
    info.set_name("RestoringBrowser")
    info.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
    session.set_application_info(info)
    session.connect("create-web-view", create_view)


context.set_automation_allowed(True)
context.connect("automation-started", start)
Gtk.main()
