/** Optional script for the parent page: resizes each `<iframe data-vr-form>` to the height of its form. */

const frames = () => document.querySelectorAll<HTMLIFrameElement>('iframe[data-vr-form]')
const getOrigin = (frame: HTMLIFrameElement) => new URL(frame.src, location.href).origin

window.addEventListener(
  'message',
  ({ source, origin, data }: MessageEvent<{ vr?: unknown; height?: unknown } | null>) => {
    if (data?.vr !== 1 || typeof data.height !== 'number' || !(data.height > 0)) return
    for (const frame of frames()) {
      // Any window can post messages: accept only those of this frame.
      if (frame.contentWindow !== source || getOrigin(frame) !== origin) continue
      frame.style.height = `${Math.min(Math.max(data.height, 200), 20_000)}px`
    }
  },
)

// Any origin: a frame has this page's origin until it has loaded. The request contains no data.
for (const frame of frames()) frame.contentWindow?.postMessage({ vr: 1 }, '*')
