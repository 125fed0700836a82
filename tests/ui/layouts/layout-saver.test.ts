import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { layoutSaver } from '~/ui/layouts/use-saved-layout'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function saver({ saved = '', opened = '', answers = [] as boolean[] } = {}) {
  const sent: string[] = []
  const send = async (query: string) => {
    sent.push(query)
    return answers.shift() ?? true
  }
  return { sent, ...layoutSaver({ send, saved, opened }) }
}
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('the last of several changes is stored, half a second after it', async () => {
  const { sent, show } = saver()
  show('sort=a')
  await wait(400)
  show('sort=b')
  await wait(499)
  expect(sent).toEqual([])
  await wait(1)
  expect(sent).toEqual(['sort=b'])
  await wait(5_000)
  expect(sent).toEqual(['sort=b'])
})

test('the initial state is not stored, even if it differs from the saved one', async () => {
  const { sent, show, flush } = saver({ saved: 'sort=a', opened: 'sort=of-a-link' })
  show('sort=of-a-link')
  await wait(1_000)
  flush()
  expect(sent).toEqual([])
  show('sort=a')
  await wait(1_000)
  expect(sent).toEqual([])
  show('sort=of-a-link')
  await wait(1_000)
  expect(sent).toEqual(['sort=of-a-link'])
})

test('a change reverted in time is not stored', async () => {
  const { sent, show } = saver({ saved: 'sort=a', opened: 'sort=a' })
  show('sort=b')
  await wait(300)
  show('sort=a')
  await wait(1_000)
  expect(sent).toEqual([])
})

test('an empty state is a state: it replaces the previous one', async () => {
  const { sent, show } = saver({ saved: 'sort=a', opened: 'sort=a' })
  show('')
  await wait(500)
  expect(sent).toEqual([''])
})

test('a pending change is stored at once when the page is left, and once', async () => {
  const { sent, show, flush } = saver()
  flush()
  show('sort=a')
  flush()
  flush()
  await wait(1_000)
  expect(sent).toEqual(['sort=a'])
})

test('after a failure the next change is stored, even if it restores the saved state', async () => {
  const { sent, show } = saver({ answers: [false] })
  show('sort=a')
  await wait(500)
  show('')
  await wait(500)
  expect(sent).toEqual(['sort=a', ''])
  show('sort=a')
  await wait(500)
  show('sort=a')
  await wait(500)
  expect(sent).toEqual(['sort=a', '', 'sort=a'])
})

test('on a slow line changes are stored one at a time', async () => {
  const arrived: string[] = []
  let first = true
  const send = (query: string) =>
    new Promise<boolean>((resolve) => {
      const ms = first ? 2_000 : 10
      first = false
      setTimeout(() => {
        arrived.push(query)
        resolve(true)
      }, ms)
    })
  const { show } = layoutSaver({ send, saved: '', opened: '' })
  show('sort=a')
  await wait(500)
  show('sort=b')
  await wait(3_000)
  expect(arrived).toEqual(['sort=a', 'sort=b'])
})
