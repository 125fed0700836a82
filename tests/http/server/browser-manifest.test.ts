import type { ServerBuild } from '@remix-run/node'
import { FUNCTIONS } from 'db/seed/base/seed-base'
import { expect, test } from 'vitest'
import { FUNCTION_PATHS } from '~/areas/access/menu'
import { browserManifest, manifestFiles } from '~/http/server/browser-manifest'

const route = (id: string, parentId: string | undefined, path?: string) => ({
  id,
  parentId,
  path,
  hasAction: false,
  hasLoader: true,
  hasErrorBoundary: false,
  module: `/assets/${id}.js`,
  imports: ['/assets/libraries.js', `/assets/${id}-list.js`],
})

const whole = {
  entry: { imports: ['/assets/libraries.js'], module: '/assets/entry.js' },
  routes: Object.fromEntries(
    [
      route('root', undefined),
      route('login', 'root', 'login'),
      route('drafts', 'root', 'drafts'),
      route('draft', 'drafts', ':draftId'),
      route('draft-cancel', 'draft', 'cancel'),
      route('checks', 'root', 'drafts/:draftId/checks'),
      route('invoices', 'root', 'invoices'),
      route('layouts', 'root', 'layouts/:key'),
      route('count', 'root', 'work/count'),
      route('found', 'root', 'search/found'),
      route('upload', 'root', 'upload-steps/:key'),
      route('preview', 'root', 'documents/:documentId/preview'),
      route('document', 'root', 'documents/:documentId'),
      route('delete', 'root', 'documents/:documentId/delete'),
      route('file', 'invoices', 'export/:file'),
      route('report', 'root', 'invoices/:invoiceId/report.pdf'),
      route('calls', 'root', 'api/*'),
      route('docs', 'root', 'api/docs'),
      route('else', 'root', '*'),
    ].map((each) => [each.id, each]),
  ),
  url: '/assets/manifest-1a2b.js',
  version: '1a2b',
} as unknown as ServerBuild['assets']

const CLOSED = ['drafts', 'invoices']

/** The file for a user with these areas. */
function sentTo(open: string[]) {
  const { url } = browserManifest(whole, CLOSED, open)
  const text = manifestFiles(whole, CLOSED)(url)?.bodies.identity.toString() ?? ''
  const [, json = ''] = /^window\.__remixManifest=(.*);$/.exec(text) ?? []
  return JSON.parse(json)
}
const routesOf = (open: string[]) => Object.keys(sentTo(open).routes)

/** Forms sent by a fetcher, in any area. */
const ALL = ['layouts', 'delete']

test('a browser gets the pages its user may open, and no calls or files', () => {
  expect(routesOf(['invoices'])).toEqual(['root', 'login', 'invoices', ...ALL, 'docs', 'else'])
  expect(routesOf(['drafts'])).toEqual([
    'root',
    'login',
    'drafts',
    'draft',
    'draft-cancel',
    ...ALL,
    'docs',
    'else',
  ])
  expect(routesOf([])).toEqual(['root', 'login', ...ALL, 'docs', 'else'])
})

test('a route is sent without false values, and without the files every page has loaded', () => {
  const { entry, routes } = sentTo(['drafts'])
  expect(entry.imports).toEqual(['/assets/libraries.js'])
  expect(routes.draft).toEqual({
    id: 'draft',
    parentId: 'drafts',
    path: ':draftId',
    hasLoader: true,
    module: '/assets/draft.js',
    imports: ['/assets/draft-list.js'],
  })
})

test('users with the same areas share one file, whatever their menus', () => {
  const urls = [
    ['drafts', 'invoices'],
    ['invoices', 'drafts', 'elsewhere'],
    ['invoices', 'invoices', 'drafts'],
  ].map((open) => browserManifest(whole, CLOSED, open).url)
  expect(new Set(urls)).toEqual(new Set(['/assets/manifest-1a2b.drafts.invoices.js']))
})

test.each([
  '/assets/manifest-9999.drafts.js',
  '/assets/manifest-1a2b.invoices.drafts.js',
  '/assets/manifest-1a2b.drafts.drafts.js',
  '/assets/manifest-1a2b.nowhere.js',
  '/assets/manifest-1a2b.drafts.map',
])('%s is not a file of this build', (path) => {
  expect(manifestFiles(whole, CLOSED)(path)).toBeUndefined()
})

test('the page itself has all routes: it may have to explain a refusal', () => {
  expect(browserManifest(whole, CLOSED, []).routes).toBe(whole.routes)
})

test('every function with a page is an area that can be closed', () => {
  const words = FUNCTIONS.flatMap(({ routing }) => (routing ? [routing.split('/')[1]] : []))
  // Accruals are open to all users of fund accounting: they have no function of their own.
  expect([...new Set([...words, 'accruals', 'open-breaks', 'second-sources'])].sort()).toEqual(FUNCTION_PATHS)
})
