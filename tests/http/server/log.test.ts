import { expect, test } from 'vitest'
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
