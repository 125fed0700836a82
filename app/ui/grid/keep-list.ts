import type { ShouldRevalidateFunctionArgs } from '@remix-run/react'
import { otherParams, ownParams } from './query'

/** Parameters that only change how the loaded rows are shown. */
const SHOWN_ALREADY = /^(columns|width\..*|pin\..*|selected|expanded|edit|panel|filters)$/

/**
 * A list is reloaded when something was sent or its own rows changed; not when rows are marked, expanded or edited,
 * when columns are chosen, resized or pinned, or when only a drawer, a popup or another grid of the page changed. For
 * lists whose loader reads nothing for a single expanded row.
 */
export function keepList({ currentUrl, nextUrl, formMethod }: ShouldRevalidateFunctionArgs): boolean {
  if (formMethod !== undefined && formMethod !== 'GET') return true
  // The same address: a reload was requested, for example after an upload.
  if (currentUrl.href === nextUrl.href) return true
  const [now, next] = [ownParams(currentUrl.search), ownParams(nextUrl.search)]
  // An address without grid parameters opens the list in its saved state.
  if (now.size === 0 ? next.toString() === 'page=1' : next.size === 0) return true
  return requestKey(now, next) !== requestKey(next, next)
}

type Step = Pick<ShouldRevalidateFunctionArgs, 'currentUrl' | 'nextUrl'>

/** Whether `said` differs between the two addresses: the details of an expanded row, another grid, another choice. */
export function changes({ currentUrl, nextUrl }: Step, said: (url: URL) => string | null): boolean {
  return said(currentUrl) !== said(nextUrl)
}

/** The same for a list of the month that its page lets choose. */
export function keepMonth(next: ShouldRevalidateFunctionArgs): boolean {
  return changes(next, ({ searchParams }) => searchParams.get('month') ?? '') || keepList(next)
}

/** Whether a row starts to be edited. It is then loaded in its current state. */
export function beginsEdit(next: Step): boolean {
  const edited = (url: URL) => url.searchParams.get('edit')
  return edited(next.nextUrl) !== null && changes(next, edited)
}

/**
 * The same for a list whose rows are edited in place: also reloads the current state of a row to be edited, and the
 * data of the other grids of its page.
 */
export function keepTable(next: ShouldRevalidateFunctionArgs): boolean {
  return beginsEdit(next) || changes(next, ({ search }) => String(otherParams(search))) || keepList(next)
}

function requestKey(params: URLSearchParams, next: URLSearchParams): string {
  const relevant = [...params].filter(
    ([name, value]) =>
      !SHOWN_ALREADY.test(name) &&
      !(name === 'page' && value === '1') &&
      // Closing a list of values needs no loading.
      !(['values', 'find'].includes(name) && !next.has('values')),
  )
  return new URLSearchParams(relevant).toString()
}
