import type { ServerBuild } from '@remix-run/node'
import { expect, test } from 'vitest'
import { areaOfAddress, byArea } from '~/http/server/site-routes'

const route = (id: string, parentId: string | undefined, path: string | undefined, index?: true) => ({
  id,
  parentId,
  path,
  index,
  module: { default: () => null },
})

const all = [
  route('root', undefined, ''),
  route('home', 'root', undefined, true),
  route('drafts', 'root', 'drafts'),
  route('draft', 'drafts', ':draftId'),
  route('cancel', 'draft', 'cancel'),
  route('checks', 'root', 'drafts/:draftId/checks'),
  route('invoices', 'root', 'invoices'),
  route('*', 'root', '*'),
]
const byId = Object.fromEntries(all.map((each) => [each.id, each]))
const build = { routes: byId, assets: { routes: byId, version: '1' } } as unknown as ServerBuild
const idsFor = byArea(build, ({ routes, assets }) => {
  expect(Object.keys(assets.routes)).toEqual(Object.keys(routes))
  return Object.keys(routes)
})
const whole = all.map(({ id }) => id)

test('an address is served by the routes of its first segment, with all below them', () => {
  const drafts = ['root', 'drafts', 'draft', 'cancel', 'checks', '*']
  for (const path of [
    '/drafts',
    '/drafts/',
    '/drafts/7/cancel',
    '/drafts.data',
    '/drafts/7.data',
    '/DRAFTS/7',
  ])
    expect(idsFor(path), path).toEqual(drafts)
  expect(idsFor('/invoices/1')).toEqual(['root', 'invoices', '*'])
  for (const path of ['/', '/_root.data']) expect(idsFor(path), path).toEqual(['root', 'home', '*'])
})

test('an address that the router reads differently is served by all routes', () => {
  for (const path of ['//drafts', '/%64rafts', '/unknown', '/drafts//7', '/drafts.txt', 'drafts'])
    expect(idsFor(path), path).toEqual(whole)
  expect(areaOfAddress('/dräfts')).toBe(null)
})

test('the router of an area is made once', () => {
  let made = 0
  const serving = byArea(build, () => ++made)
  expect([serving('/drafts'), serving('/drafts/1'), serving('/invoices'), serving('/drafts')]).toEqual([
    1, 1, 2, 1,
  ])
})
