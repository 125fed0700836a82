import { escaped } from '~/http/html-text'
import { displayName } from '~/platform/files/display-name'

/**
 * What stands in the frame of a preview when there is nothing to show: why, and the download. The page is all ours: no
 * byte of the document is in it, and its policy lets nothing run.
 */
export function previewNote(
  { id, fileName }: { id: number; fileName: string },
  message: string,
  status = 200,
): Response {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>No preview – Fundesk</title>
</head>
<body style="font:14px/20px system-ui,sans-serif;color-scheme:light dark;max-width:36rem;margin:2rem auto;padding:0 1rem">
<main>
<h1 style="font-size:16px">No preview</h1>
<p style="overflow-wrap:anywhere"><bdi>${escaped(displayName(fileName))}</bdi></p>
<p>${escaped(message)}</p>
<p><a href="/documents/${id}" download>Download it</a> to open it with a program of your own.</p>
</main>
</body>
</html>
`
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
      'X-Frame-Options': 'SAMEORIGIN',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Cache-Control': 'private, no-store',
    },
  })
}
