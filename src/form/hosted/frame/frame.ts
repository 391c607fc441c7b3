/** Optional script for the parent page: makes each `<iframe data-vr-form>` as tall as the form in it. */

const frames = () => document.querySelectorAll<HTMLIFrameElement>('iframe[data-vr-form]')
const getOrigin = (frame: HTMLIFrameElement) => new URL(frame.src, location.href).origin

window.addEventListener(
  'message',
  ({ source, origin, data }: MessageEvent<{ vr?: unknown; height?: unknown } | null>) => {
    if (data?.vr !== 1 || typeof data.height !== 'number' || !(data.height > 0)) return
    for (const frame of frames()) {
      // Any window can send any message: only the form in this very frame sets its height.
      if (frame.contentWindow !== source || getOrigin(frame) !== origin) continue
      frame.style.height = `${Math.min(Math.max(data.height, 200), 20_000)}px`
    }
  },
)

// A frame that has not loaded yet has this page's origin, and a browser warns of any other; the question tells nobody anything.
for (const frame of frames()) frame.contentWindow?.postMessage({ vr: 1 }, '*')
