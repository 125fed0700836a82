import escapeHtml from 'escape-html'
import type { Request, Response } from 'express'
import { describeOnPage, type Outcome } from '../outcome'

/** A refusal that reaches no route: what happened, and what to do. */
export interface Refusal {
  status: number
  title: string
  message: string
  code: string
  /** Its page offers to reload the same address. */
  again?: true
}

/** Sends a refusal: JSON for calls, a page for browsers, otherwise text. It depends on no script and no database. */
export function refuse(req: Request, res: Response, refusal: Refusal): void {
  const { status, title, message, code } = refusal
  res.status(status)
  if (isCall(req.path)) {
    res.json({ errorMessage: message, title, code, fields: {}, requestId: String(req.id) })
  } else if (!req.path.endsWith('.data') && req.accepts(['text', 'html']) === 'html') {
    res.type('html').send(refusalPage(refusal, String(req.id)))
  } else {
    res.type('text').send(`${title}. ${message}\n`)
  }
}

/** Whether an address is that of a call, regardless of case: calls always get JSON. */
export function isCall(path: string): boolean {
  return /^\/api(\/|$)/i.test(path)
}

/** The page of a refusal; `reference` finds it in the log, if it has a line there. */
export function refusalPage({ title, message, again }: Refusal, reference?: string): string {
  const found = reference === undefined ? '' : `<p>Reference: ${escapeHtml(reference)}</p>\n`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)} – Fundesk</title>
<link rel="icon" href="/favicon.svg">
</head>
<body style="font:14px/20px system-ui,sans-serif;color-scheme:light dark;max-width:40rem;margin:4rem auto;padding:0 1rem">
<main>
<h1 style="font-size:20px">${escapeHtml(title)}</h1>
<p>${escapeHtml(message)}</p>
${found}<p>${again ? '<a href="">Try again</a> · ' : ''}<a href="/">Fundesk</a></p>
</main>
</body>
</html>
`
}

export const OUTAGE: Refusal = {
  status: 503,
  title: 'Database not reachable',
  message: 'The database cannot be reached just now. Wait a minute and load the page again.',
  code: 'unavailable',
}

/**
 * The message about a failed request when none of our pages can be made: whether its form was saved, as far as known.
 */
export function failureOf(method: string, outcome: Outcome, otherwise: Refusal): Refusal {
  if (method === 'GET' || method === 'HEAD') return otherwise
  const described = describeOnPage(outcome)
  if (described) return { ...described, status: OUTAGE.status }
  const message =
    otherwise === OUTAGE
      ? 'The database cannot be reached just now, and nothing was saved this time. Reload this page in a minute and let the browser send the form again.'
      : 'Nothing was saved this time. Try again; if it happens again, tell support the reference below.'
  return { ...otherwise, message }
}

export const UNEXPECTED: Refusal = {
  status: 500,
  title: 'Something went wrong',
  message:
    'This error was not expected and has been logged. Try again; if it happens again, report the reference below.',
  code: 'unexpected',
}
