import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { countFailure, forgetFailures, refuseThrottled } from '~/http/sign-on/login-throttle'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-02T08:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

let count = 0
const someone = () => `user${++count}`
const place = () => `10.0.${Math.floor(++count / 250)}.${count % 250}`

async function fail(userName: string, from: string, times: number) {
  for (let n = 0; n < times; n++) await countFailure(userName, from)
}
const refused = { code: 'busy', options: { title: 'Not logged in' } }

test('five wrong passwords for a name from an address close the door there, not elsewhere', async () => {
  const [userName, from] = [someone(), place()]
  await fail(userName, from, 4)
  await refuseThrottled(userName, from)
  await fail(userName, from, 1)
  await expect(refuseThrottled(userName, from)).rejects.toMatchObject({
    ...refused,
    message: expect.stringMatching(/^Too many failed logins\. Wait 15 minutes/),
  })
  await expect(refuseThrottled(userName.toUpperCase(), from)).rejects.toMatchObject(refused)
  await refuseThrottled(userName, place())
  await refuseThrottled(someone(), from)
})

test('after a quarter of an hour the door is open again', async () => {
  const [userName, from] = [someone(), place()]
  await fail(userName, from, 5)
  vi.advanceTimersByTime(14 * 60_000)
  await expect(refuseThrottled(userName, from)).rejects.toMatchObject({
    message: expect.stringContaining('Wait a minute and'),
  })
  vi.advanceTimersByTime(61_000)
  await refuseThrottled(userName, from)
})

test('thirty for a name from many addresses close it everywhere, whether the name exists or not', async () => {
  const userName = someone()
  for (let n = 0; n < 30; n++) await fail(userName, place(), 1)
  await expect(refuseThrottled(userName, place())).rejects.toMatchObject(refused)
})

test('a hundred from an address close it for all names', async () => {
  const from = place()
  for (let n = 0; n < 100; n++) await fail(someone(), from, 1)
  await expect(refuseThrottled(someone(), from)).rejects.toMatchObject(refused)
})

test('a right password forgets the failures of that name from that address', async () => {
  const [userName, from] = [someone(), place()]
  await fail(userName, from, 4)
  await forgetFailures(userName, from)
  await fail(userName, from, 4)
  await refuseThrottled(userName, from)
})
