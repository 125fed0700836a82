import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020'
import addFormats from 'ajv-formats'
import type { OpenApi } from '~/areas/api-reference/api-doc'

/** An answer as a test got it. */
export interface Answered {
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

/** Holds answers against the document of the calls. */
export function contractOf(document: OpenApi) {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats(ajv)
  ajv.addSchema(document, 'openapi')
  const compiled = new Map<string, ValidateFunction>()
  const addresses = Object.keys(document.paths).map((address) => ({ address, matches: matcherOf(address) }))
  // What is written out wins over a parameter, as it does in the site map.
  addresses.sort((a, b) => parameters(a.address) - parameters(b.address))

  function validator(pointer: string): ValidateFunction {
    const known = compiled.get(pointer) ?? ajv.compile({ $ref: `openapi#${pointer}` })
    compiled.set(pointer, known)
    return known
  }

  /** What is wrong with an answer; null when it is as documented. */
  return function fault({ method, path, status, type, body }: Answered): string | null {
    const name = method === 'HEAD' ? 'get' : method.toLowerCase()
    const { pathname } = new URL(path, 'http://site')
    const address = addresses.find(({ matches }) => matches.test(pathname))?.address
    const operation = address && (document.paths[address]?.[name] as Operation | undefined)
    // An address or method that nothing answers: told as such, in the shape of every refusal.
    if (!address || !operation)
      return status >= 400 || method === 'OPTIONS' ? null : 'answered, not documented'
    // Documented, and yet nothing that a test may meet by the way.
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

export type Contract = ReturnType<typeof contractOf>

/** Whatever a test asks for, the answer is as documented. @throws Error saying what is not */
export async function holdToContract(contract: Contract, method: string, path: string, answer: Response) {
  const type = (answer.headers.get('content-type') ?? '').split(';', 1)[0] ?? ''
  const text = type === 'application/json' ? await answer.clone().text() : ''
  const body: unknown = text === '' ? null : JSON.parse(text)
  const fault = contract({ method, path, status: answer.status, type, body })
  if (fault) throw new Error(`${method} ${path}: ${fault}\n${text.slice(0, 1_000)}`)
}

const parameters = (address: string) => address.split('{').length

const matcherOf = (address: string) =>
  new RegExp(`^${address.replace(/[.]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i')

const escaped = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
