import { DatabaseUnavailable } from 'db/failures'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLog, failure, loggedUrl } from '~/http/server/log'

test('a name with line breaks and control characters stays one line', () => {
  const lines: string[] = []
  createLog('info', { write: (line) => lines.push(line) }).info(
    { file: 'a\n{"level":"info"}\u001b[31m.xlsx' },
    'stored',
  )
  expect(lines).toHaveLength(1)
  expect(lines[0]?.trimEnd()).not.toContain('\n')
  expect(lines[0]).not.toContain('\u001b')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    file: 'a\n{"level":"info"}\u001b[31m.xlsx',
    msg: 'stored',
  })
})

test('passwords, tokens and account numbers are hidden everywhere', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  log.info({
    password: 'geheim',
    form: { newPassword: 'geheim', iban: 'geheim' },
    headers: { cookie: 'geheim' },
  })
  expect(lines[0]).not.toContain('geheim')
})

test('an error is logged with its causes and without the parameters of its query', () => {
  const cause = Object.assign(new Error('duplicate key'), { code: '23505' })
  const logged = failure(new Error('Failed query: insert into users\nparams: Anna,geheim', { cause }))
  expect(JSON.stringify(logged)).not.toContain('geheim')
  expect(logged).toMatchObject({
    message: 'Failed query: insert into users\nparams: [hidden]',
    stack: expect.stringMatching(/^at /),
    cause: { message: 'duplicate key', code: '23505' },
  })
})

test('a thrown value that is not an error is logged as well as possible', () => {
  expect(failure('words')).toEqual({ message: 'words' })
})

test.each([
  ['/login?redirectTo=/drafts', '/login?redirectTo=/drafts'],
  ['/x?apiToken=abc&page=2', '/x?apiToken=[hidden]&page=2'],
  ['/x?page=2&client_secret=abc', '/x?page=2&client_secret=[hidden]'],
  ['/x?filter[iban]=LU12', '/x?filter[iban]=[hidden]'],
])('the address %s is logged as %s', (url, logged) => {
  expect(loggedUrl(url)).toBe(logged)
})

test('while the database is away, each message about it is logged once, with the count of those left out', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  const err = new Error('query failed', { cause: new DatabaseUnavailable('down') })
  for (let request = 0; request < 100; request += 1)
    log.child({ requestId: String(request) }).error({ err }, 'the database cannot be reached')
  log.warn({ err }, 'the lease of the scheduled work could not be taken')
  log.error({ err: new Error('a fault of ours') }, 'unexpected error')
  log.error({ err: new Error('a fault of ours') }, 'unexpected error')
  expect(lines).toHaveLength(4)
  vi.advanceTimersByTime(60_000)
  log.error({ err }, 'the database cannot be reached')
  expect(lines.map((line) => JSON.parse(line) as { leftOut?: number }).at(-1)?.leftOut).toBe(99)
})

test('with pseudonyms a person is the same in all lines, and is named in none', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) }, { key: 's'.repeat(32) })
  const answered = (userId: number, path: string) =>
    log.child({ requestId: 'r' }).info({ userId, address: '203.0.113.9', path, status: 200 }, 'answered')
  answered(7, '/navs?search=Anna')
  answered(7, '/invoices')
  answered(8, '/invoices')
  log.info({ code: 'refused', path: '/x', message: 'Anna Weber must decide' }, 'refused')
  const [first, second, other] = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(first?.userId).toMatch(/^[0-9a-f]{12}$/)
  expect([second?.userId, second?.address]).toEqual([first?.userId, first?.address])
  expect(other?.userId).not.toBe(first?.userId)
  expect(first).toMatchObject({ path: '/navs', status: 200, requestId: 'r' })
  expect(lines.join('')).not.toMatch(/Anna|203\.0\.113/)
})
