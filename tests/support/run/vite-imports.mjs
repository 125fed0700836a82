import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { aloneScript } from '../../../app/start/alone.mjs'

/** The content for imports with such a query, as in the build. */
const CONTENT = {
  raw: (path) => readFile(path, 'utf8'),
  inline: (path) => readFile(path, 'utf8'),
  url: (path) => `/assets/${basename(path)}`,
  alone: async (path) => (await aloneScript(path)).code,
}

function queryOf(specifier) {
  const [, query] = /\?(raw|inline|url|alone)$/.exec(specifier) ?? []
  return query ?? (/\.(css|svg)$/.test(specifier) ? 'url' : undefined)
}

/** Hook of Node's loader. */
export async function resolve(specifier, context, next) {
  if (!queryOf(specifier)) return next(specifier, context)
  return { url: new URL(specifier, context.parentURL).href, shortCircuit: true }
}

/** Hook of Node's loader. */
export async function load(url, context, next) {
  const query = queryOf(url)
  if (!query) return next(url, context)
  const content = await CONTENT[query](fileURLToPath(url.replace(/\?.*/, '')))
  return { format: 'module', shortCircuit: true, source: `export default ${JSON.stringify(content)}` }
}
