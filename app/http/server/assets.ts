import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import type { RequestHandler } from 'express'

/** One public file, in all its encodings. */
export interface Asset {
  type: string
  /** Its name contains its content hash, so it never changes. */
  immutable: boolean
  etag: string
  bodies: { identity: Buffer; br?: Buffer; gzip?: Buffer }
}

/** Path in the URL → file. Nothing outside this list is read. */
export type Assets = ReadonlyMap<string, Asset>

const TYPES: Record<string, string> = {
  // All of ours are modules, which are always UTF-8.
  '.js': 'text/javascript',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Reads the browser's files into memory (under 2 MB in all), so that a later build cannot remove them while in use. */
export function readAssets(folder: string): Assets {
  const assets = new Map<string, Asset>()
  if (!existsSync(folder)) return assets
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !TYPES[extname(entry.name)]) continue
    const file = join(entry.parentPath, entry.name)
    const path = `/${relative(folder, file).split(sep).join('/')}`
    const [br, gzip] = [readIfThere(`${file}.br`), readIfThere(`${file}.gz`)]
    const asset = assetOf(path, { identity: readFileSync(file), br, gzip })
    if (asset) assets.set(path, asset)
  }
  // Browsers request it before they have read a page's <link>; a 404 would be an error in their console.
  const favicon = assets.get('/favicon.svg')
  if (favicon && !assets.has('/favicon.ico')) assets.set('/favicon.ico', favicon)
  return assets
}

/** A file ready to serve; undefined if browsers do not load its kind. */
export function assetOf(path: string, bodies: Asset['bodies']): Asset | undefined {
  const type = TYPES[extname(path)]
  if (!type) return
  const hash = createHash('sha256').update(bodies.identity).digest('base64url').slice(0, 22)
  return { type, immutable: path.startsWith('/assets/'), etag: `"${hash}"`, bodies }
}

function readIfThere(file: string): Buffer | undefined {
  return existsSync(file) ? readFileSync(file) : undefined
}

/** Serves the files with only the headers they need. `made` has those that no build wrote. */
export function serveAssets(assets: Assets, made: (path: string) => Asset | undefined): RequestHandler {
  return (req, res, next) => {
    const asset = assets.get(req.path) ?? made(req.path)
    if (!asset || (req.method !== 'GET' && req.method !== 'HEAD')) return next()
    const { bodies } = asset
    const encoding =
      bodies.br && req.acceptsEncodings('br')
        ? 'br'
        : bodies.gzip && req.acceptsEncodings('gzip')
          ? 'gzip'
          : 'identity'
    const body = bodies[encoding] ?? bodies.identity
    res.setHeader(
      'Cache-Control',
      asset.immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    )
    // A file named after its content is never revalidated, so it needs no tag.
    if (!asset.immutable) res.setHeader('ETag', asset.etag)
    res.setHeader('X-Content-Type-Options', 'nosniff')
    if (bodies.br || bodies.gzip) res.setHeader('Vary', 'Accept-Encoding')
    if (req.headers['if-none-match'] === asset.etag) {
      res.statusCode = 304
      res.end()
      return
    }
    // HTTP/1.1 keeps connections alive by default; the header would only repeat that for a dozen files.
    if (!res.hasHeader('Connection')) res.removeHeader('Connection')
    res.setHeader('Content-Type', asset.type)
    res.setHeader('Content-Length', body.length)
    if (encoding !== 'identity') res.setHeader('Content-Encoding', encoding)
    res.end(req.method === 'HEAD' ? undefined : body)
  }
}
