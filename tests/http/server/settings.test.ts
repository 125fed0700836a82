import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { withStoredSecrets } from '~/http/server/open-services'
import { misspelt, readSettings } from '~/http/server/settings'
import { newSigningKey } from '~/platform/workflow/signing.server'

const production = (env: Record<string, string>) => readSettings({ NODE_ENV: 'production', ...env })
/** A site for real users with the PostgreSQL that comes along. */
const embedded = (env: Record<string, string>) => production({ SITE: 'embedded', ...env })
const secret = 's'.repeat(32)
const url = 'postgres://app@db.example/fundesk'

test('by default everything has a sensible value', () => {
  expect(production({})).toEqual({
    port: null,
    host: null,
    siteUrl: null,
    demo: true,
    database: null,
    sessionSecret: null,
    auditKey: null,
    signingKey: null,
    timeZone: 'Europe/Luxembourg',
    logLevel: 'info',
    trustProxy: false,
    callsPerMinute: 600,
    filesPerMinute: 60,
    storageMbPerDay: 2_000,
    backupsKept: 14,
  })
})

test('an empty variable counts as not set', () => {
  expect(production({ PORT: '', DATABASE_URL: ' ', TIME_ZONE: '' })).toEqual(production({}))
})

test('given values are used', () => {
  const env = {
    PORT: '8080',
    HOST: '0.0.0.0',
    SITE_URL: 'https://fundesk.example/',
    DATABASE_URL: url,
    DATABASE_OWNER_URL: 'postgresql://owner@db.example/fundesk',
    SESSION_SECRET: secret,
    AUDIT_KEY: secret,
    AUDIT_KEYS_BEFORE: 'one, another',
    SIGNING_KEY: newSigningKey(),
    TIME_ZONE: 'Europe/Paris',
    LOG_LEVEL: 'debug',
    STORAGE_MB_PER_DAY: '50',
    UPLOAD_FOLDER: '/srv/uploads',
    CLAMD_URL: 'unix:/run/clamav/clamd.ctl',
  }
  expect(production(env)).toMatchObject({
    port: 8080,
    host: '0.0.0.0',
    siteUrl: 'https://fundesk.example',
    database: { url, ownerUrl: 'postgresql://owner@db.example/fundesk', readUrl: url },
    sessionSecret: secret,
    auditKey: secret,
    auditKeysBefore: ['one', 'another'],
    timeZone: 'Europe/Paris',
    logLevel: 'debug',
    storageMbPerDay: 50,
    uploadFolder: '/srv/uploads',
    clamd: { path: '/run/clamav/clamd.ctl' },
  })
})

test.each([
  ['PORT', 'eighty'],
  ['PORT', '65536'],
  ['SITE_URL', 'fundesk.example'],
  ['SITE_URL', 'ftp://fundesk.example'],
  ['DATABASE_URL', 'mysql://db.example/x'],
  ['SESSION_SECRET', 'short'],
  ['AUDIT_KEY', 'short'],
  ['TIME_ZONE', 'Mars/Olympus'],
  ['SIGNING_KEY', 'short'],
  ['SIGNING_KEYS_BEFORE', 'short'],
  ['AUDIT_KEYS_BEFORE', 'one,'],
  ['LOG_LEVEL', 'loud'],
  ['STORAGE_MB_PER_DAY', '0'],
  ['CLAMD_URL', 'http://scanner.example'],
  ['SMTP_URL', 'http://mail.example'],
  ['MAIL_FROM', 'fundesk'],
  ['MAIL_DOMAINS', 'example.com,ann@example.org'],
])('%s=%s is refused by name, without showing the value', (name, value) => {
  const reading = () => embedded({ SESSION_SECRET: secret, AUDIT_KEY: secret, [name]: value })
  expect(reading).toThrow(`${name}: `)
  if (name.endsWith('SECRET') || name.endsWith('KEY')) expect(reading).not.toThrow(value)
})

test.each([
  ['/', '%2F'],
  ['?', '%3F'],
  ['#', '%23'],
  ['@', '%40'],
  ['%', '%25'],
])(
  'a password of the database with "%s" in it says how it is written, without showing it',
  (sign, written) => {
    const reading = () => production({ DATABASE_URL: `postgres://app:geheim${sign}zzz@db.example/fundesk` })
    expect(reading).toThrow(
      `DATABASE_URL: the name or the password in it has the character "${sign}", which is written ${written} in an address.`,
    )
    expect(reading).not.toThrow('geheim')
    const encoded = `postgres://app:geheim${written}zzz@db.example/fundesk`
    expect(readSettings({ NODE_ENV: 'development', DATABASE_URL: encoded }).database?.url).toBe(encoded)
  },
)

test('an address of a database that is none is refused, and the site is not served under a path', () => {
  expect(() => production({ DATABASE_URL: 'postgres://app@db.example:port/fundesk' })).toThrow(
    'DATABASE_URL: it cannot be read as an address such as',
  )
  expect(() => embedded({ SITE_URL: 'https://example.com/fundesk' })).toThrow(
    'SITE_URL: Fundesk is not served under a path: give it a separate host name',
  )
})

test('pseudonyms in the log need the secret with which they are made', () => {
  expect(() => production({ LOG_PEOPLE: 'pseudonyms' })).toThrow('LOG_PEOPLE=pseudonyms needs SESSION_SECRET')
  expect(embedded({ LOG_PEOPLE: 'pseudonyms', SESSION_SECRET: secret }).logsPseudonyms).toBe(true)
})

test('all errors are reported at once', () => {
  expect(() => production({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/PORT: .*\n.*LOG_LEVEL: /)
})

test('a site with its own database must set the secrets shared by its instances', () => {
  const signing = newSigningKey()
  const two = { DATABASE_URL: url, SESSION_SECRET: secret, SIGNING_KEY: signing }
  expect(() => production({ DATABASE_URL: url })).toThrow(
    'SESSION_SECRET and AUDIT_KEY and SIGNING_KEY must be set together',
  )
  expect(() => production(two)).toThrow(/^AUDIT_KEY must be set/)
  expect(production({ ...two, AUDIT_KEY: secret })).toMatchObject({ auditKey: secret, signingKey: signing })
  expect(readSettings({ NODE_ENV: 'development', DATABASE_URL: url }).sessionSecret).toBeNull()
})

test.each([
  ['SITE_URL', 'https://fundesk.example'],
  ['SESSION_SECRET', secret],
  ['AUDIT_KEY', secret],
  ['SIGNING_KEY', newSigningKey()],
  ['METRICS_TOKEN', secret],
  ['TRUST_PROXY', '1'],
  ['HOST', '0.0.0.0'],
])('a site with %s and no database does not start, unless it asks for the embedded one', (name, value) => {
  expect(() => production({ [name]: value })).toThrow(
    `${name} is set, but DATABASE_URL is not. Set DATABASE_URL to the site's database, or SITE=embedded`,
  )
  expect(() => production({ [name]: value, DEMO: 'yes' })).toThrow('DATABASE_URL is not')
  expect(embedded({ [name]: value })).toMatchObject({ database: null, demo: false })
  expect(embedded({ [name]: value, DEMO: 'yes' })).toMatchObject({ database: null, demo: true })
})

test('a plain start on this machine has the demo data, unless it asks for an empty site', () => {
  for (const HOST of ['127.0.0.1', 'localhost', '::1', '[::1]'])
    expect(production({ HOST, TRUST_PROXY: 'off' }).demo).toBe(true)
  expect(production({ DEMO: 'no' }).demo).toBe(false)
})

test('the demo data and the embedded database exclude a database of the site', () => {
  const keys = { SESSION_SECRET: secret, AUDIT_KEY: secret, SIGNING_KEY: newSigningKey() }
  expect(production({ ...keys, DATABASE_URL: url }).demo).toBe(false)
  expect(() => production({ ...keys, DATABASE_URL: url, DEMO: 'yes' })).toThrow('DEMO=yes is for')
  expect(() => production({ ...keys, DATABASE_URL: url, SITE: 'embedded' })).toThrow('SITE=embedded is for')
})

test('a misspelt setting is named with the one that was meant', () => {
  const reading = () => production({ SITE_URL: 'https://fundesk.example', DATABSE_URL: url })
  expect(reading).toThrow('DATABSE_URL is no setting: did you mean DATABASE_URL?')
  const others = { HOME: '/root', HOSTNAME: 'x', PATH: '/bin', LOGNAME: 'x', USER: 'x', TZ: 'UTC', PWD: '/' }
  expect(misspelt({ ...others, FUNDESK_DATA: '/srv', DATABASE_URL: url })).toEqual([])
  expect(misspelt({ FUNDESK_DATEN: '/srv', SIGNING_KEYS: 'x', TRUSTED_PROXY: '1' })).toEqual([
    { name: 'FUNDESK_DATEN', meant: 'FUNDESK_DATA' },
    { name: 'SIGNING_KEYS', meant: 'SIGNING_KEY' },
    { name: 'TRUSTED_PROXY', meant: 'TRUST_PROXY' },
  ])
})

test('the addresses of owner and replica are refused alone', () => {
  expect(() => production({ DATABASE_READ_URL: url })).toThrow('only be used together with DATABASE_URL')
})

test('a mail server needs a sender, and the address for its links', () => {
  const smtp = { SMTP_URL: 'smtps://desk:secret@mail.example', MAIL_FROM: 'desk@fundesk.example' }
  const site = { SITE_URL: 'https://fundesk.example' }
  expect(embedded({ ...smtp, ...site }).smtp).toEqual({ url: smtp.SMTP_URL, from: smtp.MAIL_FROM })
  expect(embedded({ MAIL_FROM: smtp.MAIL_FROM, ...site }).smtp).toBeUndefined()
  expect(embedded({ MAIL_DOMAINS: ' Example.com, example.org' }).mailDomains).toEqual([
    'example.com',
    'example.org',
  ])
  for (const missing of [smtp, { ...smtp, ...site, MAIL_FROM: '' }])
    expect(() => embedded(missing)).toThrow('It needs MAIL_FROM')
})

const oidc = {
  SITE_URL: 'https://fundesk.example',
  OIDC_ISSUER: 'https://login.example/realm',
  OIDC_CLIENT_ID: 'fundesk',
  OIDC_CLIENT_SECRET: 'a secret',
}

test('the identity provider has four settings, the last of which says what happens to passwords', () => {
  const provider = { issuer: 'https://login.example/realm', clientId: 'fundesk', clientSecret: 'a secret' }
  expect(embedded(oidc).singleSignOn).toEqual({ ...provider, login: 'beside' })
  expect(embedded({ ...oidc, OIDC_LOGIN: 'instead' }).singleSignOn?.login).toBe('instead')
  const here = { SITE_URL: 'http://localhost:3000', OIDC_ISSUER: 'http://127.0.0.1:9000' }
  expect(embedded({ ...oidc, ...here }).singleSignOn?.issuer).toBe('http://127.0.0.1:9000')
})

test.each(['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'SITE_URL'])(
  'single sign-on without %s is refused',
  (name) => {
    expect(() => embedded({ ...oidc, [name]: '' })).toThrow('Single sign-on needs OIDC_ISSUER')
  },
)

test.each([
  [{ OIDC_ISSUER: 'http://login.example' }, 'OIDC_ISSUER: give an https address'],
  [{ OIDC_ISSUER: 'http://localhost.example' }, 'OIDC_ISSUER: give an https address'],
  [{ OIDC_ISSUER: 'login.example' }, 'OIDC_ISSUER: give the issuer address'],
  [
    { OIDC_ISSUER: 'https://login.example/.well-known/openid-configuration' },
    'OIDC_ISSUER: give the issuer alone',
  ],
  [{ OIDC_ISSUER: 'https://login.example/?tenant=x' }, 'OIDC_ISSUER: give the issuer alone'],
  [{ OIDC_LOGIN: 'only' }, 'OIDC_LOGIN: give "beside" or "instead"'],
  [{ SITE_URL: 'http://fundesk.example' }, 'Single sign-on needs an https address as SITE_URL'],
])('single sign-on with %o is refused', (wrong, why) => {
  expect(() => embedded({ ...oidc, ...wrong })).toThrow(why)
})

test.each([
  ['', false],
  ['false', false],
  ['true', 1],
  ['2', 2],
  ['loopback, 10.0.0.0/8', 'loopback, 10.0.0.0/8'],
] as const)('TRUST_PROXY=%s is read as %s: never every address', (said, read) => {
  expect(embedded({ TRUST_PROXY: said }).trustProxy).toBe(read)
})

test.each([
  'everyone',
  '10.0.0.0/40',
  '10.0.0.256',
  '1.2.3.4, x',
  '0.0.0.0/0',
  '10.0.0.1/8/8',
  'fe80::1%eth0',
])('TRUST_PROXY=%s is refused', (text) => {
  expect(() => embedded({ TRUST_PROXY: text })).toThrow('TRUST_PROXY: give the number of proxies')
})

test('missing secrets are generated once, readable only by the app’s user', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fundesk-secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const first = withStoredSecrets(embedded({}), () => folder)
  expect(first.sessionSecret.length).toBeGreaterThanOrEqual(32)
  expect(first.auditKey).not.toBe(first.sessionSecret)
  expect(withStoredSecrets(embedded({}), () => folder)).toEqual(first)
  expect(statSync(join(folder, 'audit-key')).mode & 0o777).toBe(0o600)
  const given = embedded({ SESSION_SECRET: secret, AUDIT_KEY: secret, SIGNING_KEY: newSigningKey() })
  const noFolder = () => expect.unreachable('no folder is needed when all are given')
  expect(withStoredSecrets(given, noFolder).sessionSecret).toBe(secret)
})
