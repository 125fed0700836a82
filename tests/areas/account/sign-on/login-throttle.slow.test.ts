import { settings } from 'tests/support/http/server/serve'
import { opened } from 'tests/support/opened'
import { testDatabase } from 'tests/support/postgres/database'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { attempt, knownDevice, rememberDevice } from '~/areas/account/sign-on/login-throttle'
import { randomIds, type Services } from '~/http/server/services'
import { networkOf } from '~/http/throttle'
import { DomainError } from '~/platform/values/domain-error'

const database = await opened(testDatabase())
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-02T08:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

let made = 0
const someone = () => `user${++made}`
const place = () => `10.0.${Math.floor(++made / 250)}.${made % 250}`
const newDevice = () => `device${++made}`

const wrong = async () => {
  throw new DomainError('invalid', 'wrong')
}
const right = async () => 'in'

const log = (
  userName: string,
  from: string,
  look: () => Promise<string> = right,
  knownDevice: string | null = null,
) => attempt({ database }, { userName, from, knownDevice }, look)

async function fail(userName: string, from: string, times: number, device: string | null = null) {
  for (let n = 0; n < times; n++) await expect(log(userName, from, wrong, device)).rejects.toThrow('wrong')
}
const refused = { code: 'busy', options: { title: 'Not logged in' } }

test('five wrong passwords for a name from one address lock the name there, not elsewhere', async () => {
  const [userName, from] = [someone(), place()]
  await fail(userName, from, 5)
  await expect(log(userName, from)).rejects.toMatchObject({
    ...refused,
    message: expect.stringMatching(/^Too many failed logins\. Wait 15 minutes/),
  })
  await expect(log(userName.toUpperCase(), from)).rejects.toMatchObject(refused)
  expect(await log(userName, place())).toBe('in')
  expect(await log(someone(), from)).toBe('in')
})

test('the lock ends after fifteen minutes', async () => {
  const [userName, from] = [someone(), place()]
  await fail(userName, from, 5)
  vi.setSystemTime(Date.now() + 14 * 60_000)
  await expect(log(userName, from)).rejects.toMatchObject({
    message: expect.stringContaining('Wait a minute and'),
  })
  vi.setSystemTime(Date.now() + 61_000)
  expect(await log(userName, from)).toBe('in')
})

test('thirty failures for a name from many addresses lock it, existing or not, except on its known device', async () => {
  const [userName, device] = [someone(), newDevice()]
  for (let n = 0; n < 35; n++) await log(userName, place(), wrong).catch(() => undefined)
  await expect(log(userName, place())).rejects.toMatchObject(refused)
  expect(await log(userName, place(), right, device)).toBe('in')
  // Failures from the owner’s address do not matter either, as colleagues share it.
  const office = place()
  for (let n = 0; n < 110; n++) await log(someone(), office, wrong).catch(() => undefined)
  await expect(log(userName, office)).rejects.toMatchObject(refused)
  expect(await log(userName, office, right, device)).toBe('in')
})

test('a known device has its own five attempts', async () => {
  const [userName, from, device] = [someone(), place(), newDevice()]
  await fail(userName, from, 5, device)
  await expect(log(userName, from, right, device)).rejects.toMatchObject(refused)
  expect(await log(userName, from, right, newDevice())).toBe('in')
  expect(await log(userName, from)).toBe('in')
})

test('a browser is known for 180 days after the last login of each of its users, and for no other name', async () => {
  let now = new Date('2026-11-02T08:00:00Z')
  const services = { settings, ids: randomIds, clock: () => now } as unknown as Services
  const from = (cookie: string) => new Request('http://localhost/login', { headers: { Cookie: cookie } })
  const logIn = async (cookie: string, userName: string) =>
    (await rememberDevice(from(cookie), services, userName)).split(';')[0] ?? ''
  const known = async (cookie: string, userName: string) =>
    (await knownDevice(from(cookie), services, userName)) !== null
  const ofAnna = await logIn('', 'Anna')
  expect([await known(ofAnna, 'anna'), await known(ofAnna, 'berta')]).toEqual([true, false])
  expect(await known(ofAnna.replace(/=../, '=XX'), 'anna')).toBe(false)
  now = new Date('2026-12-02T08:00:00Z')
  const ofBoth = await logIn(ofAnna, 'berta')
  expect([await known(ofBoth, 'anna'), await known(ofBoth, 'berta')]).toEqual([true, true])
  now = new Date('2027-05-01T07:59:00Z')
  expect([await known(ofBoth, 'anna'), await known(ofBoth, 'berta')]).toEqual([true, true])
  now = new Date('2027-05-01T08:00:00Z')
  expect([await known(ofBoth, 'anna'), await known(ofBoth, 'berta')]).toEqual([false, true])
})

test('a hundred failures from an address lock it for all names; an IPv6 /64 is one address', async () => {
  const from = place()
  for (let n = 0; n < 100; n++) await fail(someone(), from, 1)
  await expect(log(someone(), from)).rejects.toMatchObject(refused)
  for (let n = 0; n < 100; n++) await fail(someone(), `2001:db8:1:2::${n.toString(16)}`, 1)
  await expect(log(someone(), '2001:db8:1:2:ffff::1')).rejects.toMatchObject(refused)
  expect(await log(someone(), '2001:db8:1:3::1')).toBe('in')
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['1::', '1:0:0:0::/64'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('a right password resets the failures of that name from that address', async () => {
  const [userName, from] = [someone(), place()]
  await fail(userName, from, 4)
  await log(userName, from)
  await fail(userName, from, 4)
  expect(await log(userName, from)).toBe('in')
})

test('forty right passwords at once all succeed; of wrong ones only five are checked', async () => {
  const [userName, from] = [someone(), place()]
  let atOnce = 0
  let most = 0
  const slow = (ends: () => Promise<string>) => async () => {
    most = Math.max(most, ++atOnce)
    await Promise.resolve()
    atOnce--
    return ends()
  }
  const all = (ends: () => Promise<string>) =>
    Promise.allSettled(Array.from({ length: 40 }, () => log(userName, from, slow(ends))))
  expect((await all(right)).every(({ status }) => status === 'fulfilled')).toBe(true)
  expect(most).toBeLessThanOrEqual(5)
  const answers = (await all(wrong)).map((answer) => answer.status === 'rejected' && answer.reason.code)
  expect([
    answers.filter((code) => code === 'invalid').length,
    answers.filter((code) => code === 'busy').length,
  ]).toEqual([5, 35])
})

test('an attempt that fails for another reason is not counted', async () => {
  const [userName, from] = [someone(), place()]
  const down = async () => {
    throw new Error('the database is down')
  }
  for (let n = 0; n < 40; n++) await expect(log(userName, from, down)).rejects.toThrow('is down')
  expect(await log(userName, from)).toBe('in')
})

test('the instances of a site count together: failures on others are refused here', async () => {
  const [userName, from] = [someone(), place()]
  const source = new URL('../../../../app/areas/account/sign-on/login-throttle.ts?another', import.meta.url)
  const another: typeof import('~/areas/account/sign-on/login-throttle') = await import(source.href)
  expect(another.attempt).not.toBe(attempt)
  await fail(userName, from, 3)
  const elsewhere = (look: () => Promise<string>) =>
    another.attempt({ database }, { userName, from, knownDevice: null }, look)
  const wrongThere = async () => {
    throw new DomainError('invalid', 'wrong')
  }
  for (let n = 0; n < 2; n++) await expect(elsewhere(wrongThere)).rejects.toThrow('wrong')
  await expect(elsewhere(right)).rejects.toMatchObject(refused)
  await expect(log(userName, from)).rejects.toMatchObject(refused)
})

test('names and addresses are not stored in plain text', async () => {
  const [userName, from] = ['Password-typed-as-name', place()]
  await fail(userName, from, 1)
  const rows = await database.ownerSql`select key from throttle_count`
  expect(rows.length).toBeGreaterThan(2)
  expect(rows.filter(({ key }) => /password-typed/i.test(key) || key.includes(from))).toEqual([])
})
