# Orca's own hook. What it would say stands in its debug file as a line "SPEECH OUTPUT".
import os
import threading
import time

import orca.debug as debug
import orca.settings as settings
import orca.speechdispatcherfactory as speech

settings.enableBraille = False
settings.enableBrailleMonitor = False
# A page is not read aloud by itself when it opens: what is heard then depends on how fast it was there.
settings.sayAllOnLoad = False
settings.pageSummaryOnLoad = False
if not os.environ.get("ARROWS_READ"):
    # Keys go to the form, as in focus mode.
    settings.structuralNavigationEnabled = False
    settings.caretNavigationEnabled = False

# Without an audio device Orca blocks at its second sentence.
speech.SpeechServer._speak = lambda self, text, acss=None, **others: None


def flush():
    while True:
        time.sleep(0.3)
        try:
            debug.debugFile.flush()
        except Exception:
            pass


threading.Thread(target=flush, daemon=True).start()
