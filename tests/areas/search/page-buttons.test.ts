import { expect, test } from 'vitest'
import { foundButtons, withButtons } from '~/areas/search/page-buttons'
import type { FoundGroup } from '~/areas/search/search'

const element = null as unknown as HTMLElement
const BUTTONS = [
  { label: 'Submit', element },
  { label: 'Upload New Document', element },
]
const labels = (text: string) => foundButtons(BUTTONS, text).items.map(({ label }) => label)
const recent = { title: 'Recent', items: [] }
const navs = { title: 'NAVs', items: [] }

test('the buttons of the page are found by any of their words', () => {
  expect(labels('')).toEqual(['Submit', 'Upload New Document'])
  expect(labels('doc upl')).toEqual(['Upload New Document'])
  expect(labels('return')).toEqual([])
})

test('they come after recent objects, and first where the text begins one of them', () => {
  const titles = (text: string, groups: FoundGroup[]) =>
    withButtons(groups, foundButtons(BUTTONS, text), text).map(({ title }) => title)
  expect(titles('', [recent, navs])).toEqual(['Recent', 'On this page', 'NAVs'])
  expect(titles('sub', [recent, navs])).toEqual(['On this page', 'Recent', 'NAVs'])
  expect(titles('new', [navs])).toEqual(['On this page', 'NAVs'])
  expect(titles('nothing', [navs])).toEqual(['NAVs'])
})
