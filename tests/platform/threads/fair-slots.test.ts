import { expect, test } from 'vitest'
import { type FairSlotsOptions, fairSlots, type Leave, type WaitsFor } from '~/platform/threads/fair-slots'

/** Places, with the order of assignment: "1a" is the first request of user 1. */
function watched(options: Partial<FairSlotsOptions>) {
  const places = fairSlots({ count: 1, each: 1, waiting: 10, work: 'export', ...options })
  const got: string[] = []
  const leaves = new Map<string, Leave>()
  const requests = new Map<number, number>()
  return {
    got,
    ask(userId: number, given: Parameters<typeof places.take>[1] = {}) {
      const at = requests.get(userId) ?? 0
      requests.set(userId, at + 1)
      const name = `${userId}${'abcdefgh'[at]}`
      return places.take(userId, given).then((leave) => {
        got.push(name)
        leaves.set(name, leave)
      })
    },
    /** Releases a place, and lets the next one start. */
    async leave(name: string) {
      leaves.get(name)?.()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

test('users take turns, however much one of them requests', async () => {
  const { ask, leave, got } = watched({ count: 1 })
  const all = [ask(1), ask(1), ask(1), ask(1), ask(2), ask(3), ask(2)]
  await all[0]
  for (const name of ['1a', '2a', '3a', '1b', '2b', '1c']) await leave(name)
  await Promise.all(all)
  expect(got).toEqual(['1a', '2a', '3a', '1b', '2b', '1c', '1d'])
})

test('one user has a limited number of places, even while others are free', async () => {
  const waits: WaitsFor[] = []
  const onWait = (what: WaitsFor) => waits.push(what)
  const { ask, leave, got } = watched({ count: 3, each: 2 })
  void ask(1)
  void ask(1)
  const third = ask(1, { onWait })
  await ask(2)
  const other = ask(3, { onWait })
  expect([got, waits]).toEqual([
    ['1a', '1b', '2a'],
    ['own', 'others'],
  ])
  await leave('2a')
  await other
  expect(got.slice(3)).toEqual(['3a'])
  await leave('1a')
  await third
  expect(got.slice(4)).toEqual(['1c'])
})

test('releasing a place twice releases one place', async () => {
  const { ask, leave, got } = watched({ count: 1 })
  await ask(1)
  void ask(2)
  void ask(3)
  await leave('1a')
  await leave('1a')
  expect(got).toEqual(['1a', '2a'])
  await leave('2a')
  expect(got).toEqual(['1a', '2a', '3a'])
})

test('a request beyond the queue limit is refused at once, with what to do', async () => {
  const { ask, leave } = watched({ count: 1, waiting: 2 })
  await ask(1)
  const waiting = [ask(1), ask(1)]
  await expect(ask(1)).rejects.toMatchObject({
    code: 'busy',
    message: 'You have one export running and 2 more waiting. Let one finish or cancel it, then try again.',
    options: { title: 'Too many exports' },
  })
  await leave('1a')
  await waiting[0]
  await leave('1b')
  await waiting[1]
})

test('requests that leave or wait too long do not delay others', async () => {
  const { ask, leave, got } = watched({ count: 1, waitMs: 60 })
  await ask(1)
  const controller = new AbortController()
  const gone = ask(2, { signal: controller.signal })
  const late = expect(ask(3)).rejects.toMatchObject({
    code: 'busy',
    message: expect.stringContaining('too long'),
  })
  controller.abort(new Error('gone'))
  await expect(gone).rejects.toThrow('gone')
  await expect(ask(4, { signal: controller.signal })).rejects.toThrow('gone')
  await late
  await leave('1a')
  await ask(5)
  expect(got).toEqual(['1a', '5a'])
})
