import { isIP } from 'node:net'
import { isAbsolute } from 'node:path'
import { clientOptions, hostsOf } from 'db/connection'
import { z } from 'zod'
import { type ClamdAddress, clamdAddress } from '~/platform/files/clamd'
import { type Bucket, bucketIn } from '~/platform/files/content-store.server'
import { isPublicKey, isSigningKey } from '~/platform/workflow/signing.server'

/** A reason not to start that the user at the terminal can act on: shown as its message, without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}

/** The environment variables for single sign-on. */
const SINGLE_SIGN_ON = {
  OIDC_ISSUER: z
    .url({
      protocol: /^https?$/,
      error: 'give the issuer address of the provider, such as https://login.example/realm',
    })
    .refine((url) => !URL.canParse(url) || isPrivate(url), 'give an https address')
    .refine(
      (url) => !url.includes('/.well-known/') && !/[?#]/.test(url),
      'give the issuer alone, without "/.well-known/openid-configuration"',
    )
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_LOGIN: z.enum(['beside', 'instead'], 'give "beside" or "instead"').optional(),
}

type Env = { [Name in keyof typeof SINGLE_SIGN_ON]?: string | undefined } & { SITE_URL?: string | undefined }

/**
 * The configured provider; null if there is none.
 * @throws StartError when the settings are incomplete, or when codes and cookies would travel unencrypted
 */
function readSingleSignOn(env: Env): SingleSignOn | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, SITE_URL } = env
  if (!issuer && !clientId && !clientSecret && !env.OIDC_LOGIN) return null
  if (!issuer || !clientId || !clientSecret || !SITE_URL)
    throw new StartError(
      'Single sign-on needs OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, and SITE_URL, the address to which the provider returns users.',
    )
  if (!isPrivate(SITE_URL))
    throw new StartError('Single sign-on needs an https address as SITE_URL, or one of this machine.')
  const login = env.OIDC_LOGIN === 'instead' ? 'instead' : 'beside'
  return { issuer, clientId: clientId.trim(), clientSecret: clientSecret.trim(), login }
}

/** The configured mail server; null if there is none. @throws StartError without a site address */
function readSmtp(env: { [Name in 'SMTP_URL' | 'MAIL_FROM' | 'SITE_URL']?: string | undefined }) {
  const { SMTP_URL: url, MAIL_FROM: from, SITE_URL } = env
  if (!url) return null
  if (!SITE_URL || !from)
    throw new StartError(
      'With SMTP_URL notices are sent by e-mail. It needs MAIL_FROM, the address of the sender, and SITE_URL, the address that their links lead to.',
    )
  return { url, from }
}

/** True if no one can read the connection: https, or this machine itself. */
function isPrivate(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

/** The settings from the environment, checked once at the start. They contain hosts and secrets of one process. */
export interface Settings {
  /** Null: 3000, or the next free port. */
  port: number | null
  /** Processes that serve the site; missing: one for each core. */
  workers?: number
  /** Null: loopback with the app's own PostgreSQL, else every address. */
  host: string | null
  /** Origin that browsers use, such as https://fundesk.example; null if not configured. */
  siteUrl: string | null
  /** Null: the app runs its own PostgreSQL. */
  database: { url: string; ownerUrl: string; readUrl: string } | null
  /** The demo data, whose passwords everyone knows, is loaded and may be served. */
  demo: boolean
  /** Signs session cookies. */
  sessionSecret: string
  /** Signs the checkpoints of the audit chain; never in the database. */
  auditKey: string
  /** Keys that signed earlier checkpoints; missing: there were none. */
  auditKeysBefore?: readonly string[]
  /** Ed25519 private key that signs checkpoints, changes and packs; never in the database. */
  signingKey: string
  /** Earlier public keys; missing: there were none. */
  signingKeysBefore?: readonly string[]
  /** The time stamp authority (RFC 3161) that stamps one checkpoint a day; missing: none. */
  tsaUrl?: string
  /** The address that each checkpoint is also posted to; missing: none. */
  checkpointUrl?: string
  timeZone: string
  logLevel: (typeof LOG_LEVELS)[number]
  /** Lines of the log have pseudonyms instead of users and their addresses. */
  logsPseudonyms?: true
  /** Express's "trust proxy": false, a number of proxies, or a list of their addresses. */
  trustProxy: false | number | string
  /** Path of LibreOffice's soffice, or "off"; searched for in PATH if not set. */
  office?: string
  /** Calls that one user may make per minute. */
  callsPerMinute: number
  /** Uploads, exports and reports that one user may request per minute. */
  filesPerMinute: number
  /** Megabytes of documents that one user may store per day. */
  storageMbPerDay: number
  /** For large uploads while they arrive; in the data folder if not set. */
  uploadFolder?: string
  /** Requests that send it may read /metrics. */
  metricsToken?: string
  /** The folder of backups: made each day with the database that comes along, otherwise only watched. */
  backupFolder?: string
  /** How many of the daily backups are left. */
  backupsKept: number
  /** A port of this machine alone on which /metrics needs no token. */
  metricsPort?: number
  /** Traces of requests go to the collector in OpenTelemetry's variables; missing: no traces. */
  traces?: true
  /** The virus scanner that checks every upload; missing: uploads are not scanned. */
  clamd?: ClamdAddress
  /** The S3-compatible store of new documents; missing: they are stored in the database. */
  documents?: Bucket
  /** Missing: users log in with passwords only. */
  singleSignOn?: SingleSignOn
  /** The site's mail server, which sends notices; missing: no e-mail is sent. */
  smtp?: { url: string; from: string }
  /** The domains of addresses that notices may go to, in small letters; missing: any. */
  mailDomains?: readonly string[]
}

/** The settings before missing secrets are read from the data folder. */
export type GivenSettings = Omit<Settings, 'sessionSecret' | 'auditKey' | 'signingKey'> & {
  sessionSecret: string | null
  auditKey: string | null
  signingKey: string | null
}

const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const secret = z.string().min(32, 'give at least 32 characters, for example from "openssl rand -base64 48"')

const databaseUrl = z
  .string()
  .trim()
  .regex(/^postgres(ql)?:\/\/./, {
    error: 'give an address such as postgres://user@host:5432/fundesk',
    abort: true,
  })
  .superRefine((address, context) => {
    const fault = faultOfAddress(address)
    if (fault) context.addIssue({ code: 'custom', message: fault })
  })

const ENCODED: Record<string, string> = { '/': '%2F', '?': '%3F', '#': '%23', '@': '%40', '%': '%25' }

/** Why the address of a database cannot be read, without showing its password; null if it can. */
function faultOfAddress(address: string): string | null {
  const [, account = ''] = /^[a-z]+:\/\/(.*)@/i.exec(address) ?? []
  const [sign] = /[/?#@]|%(?![0-9a-f]{2})/i.exec(account) ?? []
  if (sign !== undefined)
    return `the name or the password in it has the character "${sign}", which is written ${ENCODED[sign]} in an address`
  try {
    for (const each of hostsOf(address)) clientOptions(each)
    return null
  } catch {
    return 'it cannot be read as an address such as postgres://user:password@host:5432/fundesk'
  }
}

const count = z
  .string()
  .regex(/^[1-9]\d{0,5}$/, 'give a number from 1 to 999999')
  .transform(Number)

const environment = z.object({
  PORT: z
    .string()
    .regex(/^\d+$/, 'give a number from 0 to 65535')
    .transform(Number)
    .pipe(z.number().max(65_535))
    .optional(),
  HOST: z.string().optional(),
  WORKERS: z
    .string()
    .regex(/^([1-9]|[1-5]\d|6[0-4])$/, 'give a number from 1 to 64')
    .transform(Number)
    .optional(),
  SITE_URL: z
    .url({ protocol: /^https?$/, error: 'give an address such as https://fundesk.example' })
    .refine(
      isOriginAlone,
      'Fundesk is not served under a path: give it a separate host name, such as https://fundesk.example',
    )
    .optional(),
  SITE: z.enum(['embedded'], 'give "embedded", or leave it out').optional(),
  DEMO: z.enum(['yes', 'no'], 'give "yes" or "no"').optional(),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_OWNER_URL: databaseUrl.optional(),
  DATABASE_READ_URL: databaseUrl.optional(),
  SESSION_SECRET: secret.optional(),
  AUDIT_KEY: secret.optional(),
  AUDIT_KEYS_BEFORE: z
    .string()
    .transform((text) => text.split(',').map((key) => key.trim()))
    .refine(
      (keys) => keys.every((key) => key !== ''),
      'give keys, separated by commas, and no comma after the last',
    )
    .optional(),
  SIGNING_KEY: z
    .string()
    .refine(isSigningKey, 'give an Ed25519 key, for example from "openssl genpkey -algorithm ed25519"')
    .optional(),
  SIGNING_KEYS_BEFORE: z
    .string()
    .transform((text) => text.split(',').map((key) => key.trim()))
    .refine((keys) => keys.every(isPublicKey), 'give Ed25519 public keys, separated by commas')
    .optional(),
  TSA_URL: z
    .url({ protocol: /^https?$/, error: 'give the address of a time stamp authority (RFC 3161)' })
    .optional(),
  CHECKPOINT_URL: z
    .url({ protocol: /^https?$/, error: 'give an address that takes checkpoints with POST' })
    .optional(),
  TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'give a name such as Europe/Luxembourg')
    .default('Europe/Luxembourg'),
  LOG_LEVEL: z.enum(LOG_LEVELS, `give one of ${LOG_LEVELS.join(', ')}`).default('info'),
  LOG_PEOPLE: z.enum(['named', 'pseudonyms'], 'give "named" or "pseudonyms"').optional(),
  TRUST_PROXY: z
    .string()
    .refine(
      isProxies,
      'give the number of proxies, or their addresses, such as 10.0.0.0/8, loopback; separated by commas',
    )
    .optional(),
  SOFFICE: z.string().optional(),
  CALLS_PER_MINUTE: count.default(600),
  FILES_PER_MINUTE: count.default(60),
  STORAGE_MB_PER_DAY: count.default(2_000),
  UPLOAD_FOLDER: z.string().optional(),
  BACKUP_FOLDER: z
    .string()
    .trim()
    .refine(isAbsolute, 'give the whole path of a folder, such as /backups')
    .optional(),
  BACKUPS_KEPT: count.default(14),
  METRICS_TOKEN: secret.optional(),
  METRICS_PORT: z
    .string()
    .regex(/^\d+$/, 'give a number from 1 to 65535')
    .transform(Number)
    .pipe(z.number().min(1).max(65_535))
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'give the address of the collector, such as http://localhost:4318' })
    .optional(),
  CLAMD_URL: z
    .string()
    .transform((text) => clamdAddress(text.trim()))
    .refine((address) => address !== null, 'give tcp://host:3310 or unix:/path/of/clamd.sock')
    .optional(),
  DOCUMENTS_URL: z
    .string()
    .transform((text) => bucketIn(text.trim()))
    .refine((bucket) => bucket !== null, 'give a bucket such as s3://fundesk-documents, or a folder in one')
    .optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'give an address such as smtp://user:password@mail.example:587' })
    .optional(),
  MAIL_FROM: z.email('give the address of the sender, such as fundesk@example.com').optional(),
  MAIL_DOMAINS: z
    .string()
    .transform((text) => text.split(',').map((domain) => domain.trim().toLowerCase()))
    .refine(
      (domains) => domains.every((domain) => DOMAIN.test(domain)),
      'give domains separated by commas, such as example.com,example.org',
    )
    .optional(),
  ...SINGLE_SIGN_ON,
})

/**
 * Reads the settings from environment variables; an empty variable counts as missing.
 * @throws StartError naming each variable that is wrong or missing
 */
export function readSettings(env: NodeJS.ProcessEnv): GivenSettings {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const read = environment.safeParse(given)
  if (!read.success) {
    const faults = read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}.`)
    throw new StartError(`These settings cannot be used:\n  ${faults.join('\n  ')}`)
  }
  const { data } = read
  if (!data.DATABASE_URL && (data.DATABASE_OWNER_URL || data.DATABASE_READ_URL))
    throw new StartError(
      'DATABASE_OWNER_URL and DATABASE_READ_URL can only be used together with DATABASE_URL.',
    )
  const missing = (['SESSION_SECRET', 'AUDIT_KEY', 'SIGNING_KEY'] as const).filter((name) => !data[name])
  if (data.DATABASE_URL && missing.length > 0 && env.NODE_ENV === 'production')
    throw new StartError(
      `${missing.join(' and ')} must be set together with DATABASE_URL: the same for every instance, at least 32 characters, for example from "openssl rand -base64 48"; as SIGNING_KEY a key from "openssl genpkey -algorithm ed25519". An instance that ran without has its own in the data folder, in session-secret, audit-key and signing-key.`,
    )
  if (data.LOG_PEOPLE === 'pseudonyms' && !data.SESSION_SECRET)
    throw new StartError('LOG_PEOPLE=pseudonyms needs SESSION_SECRET, with which the pseudonyms are made.')
  if (data.METRICS_PORT !== undefined && data.METRICS_PORT === data.PORT)
    throw new StartError('METRICS_PORT is for monitors alone: give it another number than PORT.')
  const singleSignOn = readSingleSignOn(data)
  const smtp = readSmtp(data)
  return {
    port: data.PORT ?? null,
    host: data.HOST ?? null,
    ...(data.WORKERS ? { workers: data.WORKERS } : {}),
    siteUrl: data.SITE_URL ? new URL(data.SITE_URL).origin : null,
    demo: demoWanted(data, given),
    database: data.DATABASE_URL
      ? {
          url: data.DATABASE_URL,
          ownerUrl: data.DATABASE_OWNER_URL ?? data.DATABASE_URL,
          readUrl: data.DATABASE_READ_URL ?? data.DATABASE_URL,
        }
      : null,
    sessionSecret: data.SESSION_SECRET ?? null,
    auditKey: data.AUDIT_KEY ?? null,
    ...(data.AUDIT_KEYS_BEFORE ? { auditKeysBefore: data.AUDIT_KEYS_BEFORE } : {}),
    signingKey: data.SIGNING_KEY ?? null,
    ...(data.SIGNING_KEYS_BEFORE ? { signingKeysBefore: data.SIGNING_KEYS_BEFORE } : {}),
    ...(data.TSA_URL ? { tsaUrl: data.TSA_URL } : {}),
    ...(data.CHECKPOINT_URL ? { checkpointUrl: data.CHECKPOINT_URL } : {}),
    timeZone: data.TIME_ZONE,
    logLevel: data.LOG_LEVEL,
    ...(data.LOG_PEOPLE === 'pseudonyms' ? { logsPseudonyms: true as const } : {}),
    trustProxy: proxies(data.TRUST_PROXY),
    callsPerMinute: data.CALLS_PER_MINUTE,
    filesPerMinute: data.FILES_PER_MINUTE,
    storageMbPerDay: data.STORAGE_MB_PER_DAY,
    ...(data.UPLOAD_FOLDER ? { uploadFolder: data.UPLOAD_FOLDER.trim() } : {}),
    ...(data.METRICS_TOKEN ? { metricsToken: data.METRICS_TOKEN } : {}),
    ...(data.BACKUP_FOLDER ? { backupFolder: data.BACKUP_FOLDER } : {}),
    backupsKept: data.BACKUPS_KEPT,
    ...(data.METRICS_PORT ? { metricsPort: data.METRICS_PORT } : {}),
    ...(data.OTEL_EXPORTER_OTLP_ENDPOINT ? { traces: true as const } : {}),
    ...(data.SOFFICE ? { office: data.SOFFICE.trim() } : {}),
    ...(data.CLAMD_URL ? { clamd: data.CLAMD_URL } : {}),
    ...(data.DOCUMENTS_URL ? { documents: data.DOCUMENTS_URL } : {}),
    ...(singleSignOn ? { singleSignOn } : {}),
    ...(smtp ? { smtp } : {}),
    ...(data.MAIL_DOMAINS ? { mailDomains: data.MAIL_DOMAINS } : {}),
  }
}

type Given = Partial<Record<string, string>>

/** Settings of a site for real users, which are not given to try the demo. */
const OF_REAL_SITES = ['SITE_URL', 'SESSION_SECRET', 'AUDIT_KEY', 'SIGNING_KEY', 'METRICS_TOKEN']

/**
 * Whether the site has the demo data: only on request once a setting shows that it is for real users, since a missing or
 * misspelt DATABASE_URL would otherwise open it to everyone with known passwords.
 * @throws StartError when a site for real users names no database
 */
function demoWanted(
  { DATABASE_URL, SITE, DEMO, HOST, TRUST_PROXY }: z.output<typeof environment>,
  given: Given,
): boolean {
  if (DATABASE_URL) {
    if (DEMO === 'yes' || SITE)
      throw new StartError(
        `${SITE ? 'SITE=embedded' : 'DEMO=yes'} is for the PostgreSQL that comes along. Remove it, or remove DATABASE_URL.`,
      )
    return false
  }
  const signs = OF_REAL_SITES.filter((name) => given[name] !== undefined)
  if (proxies(TRUST_PROXY) !== false) signs.push('TRUST_PROXY')
  if (HOST !== undefined && !isLoopback(HOST)) signs.push('HOST')
  if (signs.length === 0 && SITE === undefined) return DEMO !== 'no'
  if (SITE === undefined) {
    const unknown = misspelt(given).map(({ name, meant }) => ` ${name} is no setting: did you mean ${meant}?`)
    throw new StartError(
      `${signs.join(', ')} ${signs.length === 1 ? 'is' : 'are'} set, but DATABASE_URL is not.${unknown.join('')} Set DATABASE_URL to the site's database, or SITE=embedded to use the PostgreSQL that comes along; DEMO=yes adds the demo data, whose passwords everyone knows.`,
    )
  }
  return DEMO === 'yes'
}

const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host.trim())

/** Read by other parts of the app, or by its libraries. */
const ALSO_OURS = ['FUNDESK_DATA']
const PREFIXES = [
  'FUNDESK_',
  'OIDC_',
  'AUDIT_',
  'SIGNING_',
  'SMTP_',
  'CLAMD_',
  'DOCUMENTS_',
  'CHECKPOINT_',
  'TSA_',
]
/** Shorter names are like many others: HOST and HOME. */
const MIN_LENGTH_COMPARED = 8
const MAX_DISTANCE = 2

/** Variables that are no settings but look like one, with the setting that was probably meant. */
export function misspelt(given: Given): { name: string; meant: string }[] {
  const ours = [...Object.keys(environment.shape), ...ALSO_OURS]
  return Object.keys(given)
    .filter((name) => !ours.includes(name))
    .flatMap((name) => {
      const [nearest] = ours
        .map((setting) => ({ setting, distance: distance(name, setting) }))
        .sort((a, b) => a.distance - b.distance)
      if (!nearest) return []
      const isNear = nearest.setting.length >= MIN_LENGTH_COMPARED && nearest.distance <= MAX_DISTANCE
      const isPrefixed = PREFIXES.some((prefix) => name.startsWith(prefix))
      return isNear || isPrefixed ? [{ name, meant: nearest.setting }] : []
    })
}

/** How many letters are added, left out or replaced between two words (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries())
      next.push(
        Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (letter === other ? 0 : 1)),
      )
    row = next
  }
  return row[b.length] ?? 0
}

/** "true" means one proxy: if every address were trusted, visitors could forge their own. */
function proxies(text = ''): Settings['trustProxy'] {
  const word = text.trim().toLowerCase()
  if (['', '0', 'false', 'no', 'off'].includes(word)) return false
  if (['true', 'yes', 'on'].includes(word)) return 1
  return /^\d+$/.test(word) ? Number(word) : word
}

const PROXY_NETWORKS = ['loopback', 'linklocal', 'uniquelocal']

function isProxies(text: string): boolean {
  const read = proxies(text)
  if (typeof read !== 'string') return true
  return read.split(',').every((part) => {
    const [address = '', bits, ...more] = part.trim().split('/')
    // The zone of an IPv6 address is of one machine only.
    const family = address.includes('%') ? 0 : isIP(address)
    if (bits === undefined) return PROXY_NETWORKS.includes(address) || family > 0
    if (family === 0 || more.length > 0 || !/^\d{1,3}$/.test(bits)) return false
    // A network of all addresses would trust what visitors claim about themselves.
    return Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128)
  })
}

function isOriginAlone(address: string): boolean {
  if (!URL.canParse(address)) return true
  const { pathname, search, hash } = new URL(address)
  return pathname === '/' && search === '' && hash === ''
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** The site's identity provider (OpenID Connect). */
export interface SingleSignOn {
  /** The provider's identifier: https, or http on this machine. */
  issuer: string
  clientId: string
  clientSecret: string
  /** Whether passwords are also accepted. */
  login: 'beside' | 'instead'
}
