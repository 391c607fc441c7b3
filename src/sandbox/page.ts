/** The frame of every page of the sandbox: plain HTML without scripts, marked as what it is, kept out of search engines. */
import { escapeHtml } from './message.ts'

/** A page before it is framed. */
export interface Page {
  status?: number
  title: string
  /** Says what this page is not; stands at the top. */
  banner: string
  /** HTML of the main part, below the heading. */
  body: string
}

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex, nofollow',
  'Cache-Control': 'no-store',
}

/** Frames a page. */
export function framed({ status = 200, title, banner, body }: Page): Response {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${escapeHtml(title)} · Sandbox</title>
<link rel="stylesheet" href="/_sandbox/page.css">
<link rel="icon" href="data:,">
</head>
<body>
<header><p><strong>SANDBOX</strong> ${escapeHtml(banner)}</p></header>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`
  return new Response(html, { status, headers })
}

/** The style sheet of the pages. */
export const pageCss = `:root { color-scheme: light dark; font: 1.0625rem/1.55 system-ui, sans-serif; }
body { margin: 0; background: light-dark(#fff, #14171c); color: light-dark(#1b1f26, #e8eaee); }
header { background: light-dark(#ffe9a8, #4a3a00); color: light-dark(#3d2e00, #ffefc0); border-bottom: 2px solid light-dark(#a87a00, #d9a400); }
header p, main { max-width: 56rem; margin: 0 auto; padding: 0.75rem 1.25rem; }
main { padding-block: 1.5rem 4rem; }
h1 { font-size: 1.75rem; line-height: 1.2; text-wrap: balance; }
h2 { font-size: 1.25rem; margin-top: 2rem; }
a { color: light-dark(#0b57a4, #8ec2ff); }
a:focus-visible { outline: 3px solid; outline-offset: 2px; }
code { font-family: ui-monospace, monospace; font-size: 0.92em; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; font-size: 0.95rem; }
th, td { text-align: start; vertical-align: top; padding: 0.5rem 0.75rem 0.5rem 0; border-bottom: 1px solid light-dark(#d5d9e0, #363c46); }
.wide { overflow-x: auto; }
`
