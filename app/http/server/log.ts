import { type DestinationStream, type Logger, pino } from 'pino'

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
export function createLog(level: string, to?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: failure, error: failure },
    redact: { paths: HIDDEN.flatMap((name) => [name, `*.${name}`]), censor: '[hidden]' },
  }
  return to ? pino(options, to) : pino(options)
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
