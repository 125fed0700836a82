import { createHmac } from 'node:crypto'
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { isOutage } from '../outcome'

export type Log = Logger

const HIDDEN = [
  'password',
  'currentPassword',
  'newPassword',
  'token',
  'secret',
  'cookie',
  'authorization',
  'iban',
]

/**
 * The process's log: one JSON line per event, UTC times, no secrets. JSON itself escapes line breaks and control
 * characters in names.
 */
export function createLog(level: string, to?: DestinationStream, people: People = 'named'): Log {
  const options: LoggerOptions = {
    level,
    hooks: { logMethod: countOutages() },
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: {
      level: (label: string) => ({ level: label }),
      ...(people === 'named'
        ? {}
        : { log: (line: Record<string, unknown>) => withPseudonyms(line, people.key) }),
    },
    serializers: { err: failure, error: failure },
    redact: { paths: HIDDEN.flatMap((name) => [name, `*.${name}`]), censor: '[hidden]' },
  }
  return to ? pino(options, to) : pino(options)
}

/** How lines name people: as they are, or by pseudonyms that are made with a key. */
type People = 'named' | { key: string }

/** Fields that say which person it was. */
const PERSONAL = ['userId', 'userName', 'user', 'address']

/**
 * The same line with a pseudonym for each person and address: the same one each time, so that the lines of one person can
 * be found without saying who it is. Queries of addresses and sentences to users may name people: they are left out.
 */
function withPseudonyms(line: Record<string, unknown>, key: string): Record<string, unknown> {
  const entries = Object.entries(line).map(([name, value]) => {
    if (PERSONAL.includes(name) && value !== undefined) return [name, pseudonym(String(value), key)]
    if (name === 'path' && typeof value === 'string') return [name, value.replace(/\?.*$/s, '')]
    if (name === 'message') return [name, '[hidden]']
    return [name, value]
  })
  return Object.fromEntries(entries)
}

const PSEUDONYM_LENGTH = 12

const pseudonym = (text: string, key: string) =>
  createHmac('sha256', key).update(text).digest('hex').slice(0, PSEUDONYM_LENGTH)

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>

const OUTAGE_MS = 60_000

/** While the database is away, each message about it is logged once a minute, with the count of those left out. */
function countOutages(): LogMethod {
  const messages = new Map<string, { loggedAt: number; left: number }>()
  return function log(args, method) {
    const [about, message] = args as unknown as [unknown, string | undefined]
    const { err } = (about ?? {}) as { err?: unknown }
    if (!isOutage(err) || message === undefined) return method.apply(this, args)
    const now = performance.now()
    const before = messages.get(message)
    if (before && now - before.loggedAt < OUTAGE_MS) {
      before.left += 1
      return
    }
    messages.set(message, { loggedAt: now, left: 0 })
    const left = before?.left ?? 0
    if (left === 0) return method.apply(this, args)
    method.apply(this, [{ ...(about as object), leftOut: left }, message] as unknown as typeof args)
  }
}

/** An error for the log. Query parameters are left out: they are the users' data. */
export function failure(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: withoutParameters(String(error)) }
  const { code } = error as Error & { code?: unknown }
  return {
    type: error.name,
    message: withoutParameters(error.message),
    ...(code === undefined ? {} : { code }),
    stack: error.stack?.slice(error.stack.indexOf('\n    at ')).trim(),
    ...(error.cause === undefined ? {} : { cause: failure(error.cause) }),
  }
}

function withoutParameters(message: string): string {
  return message.replace(/\nparams:[\s\S]*$/, '\nparams: [hidden]')
}

/**
 * A path with its query, without the values of parameters that contain a secret. It is cut first: searching a long
 * address for them would take longer than handling the request.
 */
export function loggedUrl(url: string): string {
  return url
    .slice(0, 2_000)
    .replace(/([?&](?:code|state)=)[^&]*/g, '$1[hidden]')
    .replace(/([?&][^=&]*(?:password|token|secret|key|iban|comment)[^=&]*=)[^&]*/gi, '$1[hidden]')
}
