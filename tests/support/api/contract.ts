import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020'
import addFormats from 'ajv-formats'
import { CALLS } from '~/areas/api-reference/api'
import type { OpenApi } from '~/areas/api-reference/api-doc'
import { openApiOf } from '~/areas/api-reference/openapi/openapi'

/** A response received by a test. */
interface Answered {
  method: string
  /** With its query. */
  path: string
  status: number
  /** Media type, without parameters; '' for none. */
  type: string
  body: unknown
}

interface Operation {
  responses: Record<string, { content?: Record<string, unknown> }>
}

/** Checks responses against the document of the calls. */
function contractOf(document: OpenApi) {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats(ajv)
  ajv.addSchema(document, 'openapi')
  const compiled = new Map<string, ValidateFunction>()
  const addresses = Object.keys(document.paths).map((address) => ({ address, matches: matcherOf(address) }))
  // A literal address takes precedence over a parameter, as in the site map.
  addresses.sort((a, b) => parameters(a.address) - parameters(b.address))

  function validator(pointer: string): ValidateFunction {
    const check = compiled.get(pointer) ?? ajv.compile({ $ref: `openapi#${pointer}` })
    compiled.set(pointer, check)
    return check
  }

  /** The difference between a response and its documentation; null if there is none. */
  return function fault({ method, path, status, type, body }: Answered): string | null {
    const name = method === 'HEAD' ? 'get' : method.toLowerCase()
    const { pathname } = new URL(path, 'http://site')
    const address = addresses.find(({ matches }) => matches.test(pathname))?.address
    const operation = address && (document.paths[address]?.[name] as Operation | undefined)
    // An unknown address or method: answered in the shape of every refusal.
    if (!address || !operation)
      return status >= 400 || method === 'OPTIONS' ? null : 'answered, not documented'
    // Documented, but never expected in a test.
    if (status === 500) return 'failed unexpectedly'
    // A GET that changes data has no HEAD.
    if (method === 'HEAD' && status === 405) return null
    const response = operation.responses[status]
    if (!response) return `status ${status} is not documented`
    if (method === 'HEAD' || !response.content)
      return type === '' || method === 'HEAD' ? null : `has a body of type ${type}, none is documented`
    const documented = Object.keys(response.content)
    if (!documented.includes(type)) return `is of type ${type || 'none'}, not ${documented.join(' or ')}`
    if (type !== 'application/json') return null
    const validate = validator(
      `/paths/${escaped(address)}/${name}/responses/${status}/content/application~1json/schema`,
    )
    if (validate(body)) return null
    const [first] = validate.errors ?? []
    return `${first?.instancePath || 'the body'} ${first?.message} ${JSON.stringify(first?.params)}`
  }
}

type Contract = ReturnType<typeof contractOf>

let made: Contract | undefined

/** The contract of the calls, which is the same for every site of a process: to make it takes a quarter of a second. */
function contract(): Contract {
  made ??= contractOf(openApiOf(CALLS, ''))
  return made
}

/** Checks every response a test receives. @throws Error with the difference */
export async function holdToContract(method: string, path: string, answer: Response) {
  const type = (answer.headers.get('content-type') ?? '').split(';', 1)[0] ?? ''
  const text = type === 'application/json' ? await answer.clone().text() : ''
  const body: unknown = text === '' ? null : JSON.parse(text)
  const fault = contract()({ method, path, status: answer.status, type, body })
  if (fault) throw new Error(`${method} ${path}: ${fault}\n${text.slice(0, 1_000)}`)
}

const parameters = (address: string) => address.split('{').length

const matcherOf = (address: string) =>
  new RegExp(`^${address.replace(/[.]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i')

const escaped = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
