import { unzipPack } from './unzip-pack.js'
import { checkRules, checkTolerances } from './verify-rules'
import { checkStamp } from './verify-stamp.js'

/**
 * Checks a pack of evidence without network and without any package: in a browser (verify.html) and in Node
 * (verify.mjs) this same text runs. It needs WebCrypto with Ed25519 and SHA-256.
 * @param bytes the whole ZIP
 * @param trusted fingerprints (SHA-256 of public keys, in hex, or their start) of the site that made it
 * @param onPart called with the name of each pack of a month before it is checked
 * @returns {findings, story, facts}: what does not hold, each in a sentence; what happened; what was checked
 */
export async function verifyPack(bytes, trusted, onPart = () => {}) {
  const findings = []
  const say = (text) => findings.push(text)
  const text = (part) => new TextDecoder('utf-8', { fatal: true }).decode(part)
  const utf8 = (value) => new TextEncoder().encode(value)
  const hex = (part) => Array.from(part, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const sha = async (part) => new Uint8Array(await crypto.subtle.digest('SHA-256', part))
  const shaHex = async (value) => hex(await sha(typeof value === 'string' ? utf8(value) : value))
  const fromBase64 = (value) => Uint8Array.from(atob(value), (each) => each.charCodeAt(0))
  const toBase64 = (part) => btoa(String.fromCharCode(...part))
  const fromHex = (value) => Uint8Array.from(value.match(/../g) ?? [], (each) => Number.parseInt(each, 16))
  const lines = (value) => value.split('\n').filter((line) => line !== '')
  const canonical = (value) => {
    if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
    if (value === null || typeof value !== 'object') return JSON.stringify(value)
    const entries = Object.entries(value).filter(([, each]) => each !== undefined)
    entries.sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join(',')}}`
  }

  const eventHash = ({ hash: _, previousHash, id: __, ...event }) =>
    shaHex(`${previousHash}\n${canonical(event)}`)

  let files
  try {
    files = unzipPack(bytes)
  } catch (error) {
    return { findings: [error.message], story: [], facts: {} }
  }
  const keys = new Map()
  async function signed(what, value, signature) {
    const [, id, base64] = /^ed25519:([0-9a-f]{16}):([A-Za-z0-9+/=]+)$/.exec(signature) ?? []
    if (!id) return say(`${what}: its signature cannot be read`)
    const key = keys.get(id)
    if (!key) return say(`${what}: it is signed with the key ${id}, which is not one of this site`)
    const raw = fromBase64(base64)
    if (toBase64(raw) !== base64 || !(await crypto.subtle.verify('Ed25519', key, raw, utf8(value))))
      say(`${what}: its signature does not hold`)
  }
  /** The time stamp of a checkpoint, or of one that follows it. */
  async function stamped({ token, checkpoints }, { hash, content }) {
    let [last, text] = [hash, content]
    for (const { hash: own, signature, previousHash, id, ...checkpoint } of checkpoints) {
      text = `${previousHash}\n${canonical(checkpoint)}`
      if (previousHash !== last || (await shaHex(text)) !== own)
        say(`stamp.json: checkpoint ${id} does not follow the one before it`)
      await signed(`checkpoint ${id}`, own, signature)
      last = own
    }
    try {
      return await checkStamp(token, text)
    } catch (error) {
      say(`stamp.json: ${error.message}`)
      return null
    }
  }

  /** Each pack of a month is checked as if it came by itself. */
  async function verifyMonth({ object, packs }) {
    const all = { files: 0, events: 0, seals: 0, comparisons: 0, controls: 0, again: 0, packs: packs.length }
    const tolerances = new Set()
    const story = []
    for (const { name, kind, id } of packs) {
      onPart(name)
      const part = files.get(name)
      if (!part) continue
      const { findings: inside, story: told, facts } = await verifyPack(part, trusted)
      for (const finding of inside) say(`${name}: ${finding}`)
      if (facts.object && (facts.object.kind !== kind || facts.object.id !== id))
        say(`${name}: it is the pack of another object`)
      for (const each of told) story.push({ ...each, of: name })
      for (const fact of ['files', 'events', 'seals', 'comparisons', 'controls', 'again'])
        all[fact] += facts[fact] ?? 0
      for (const each of facts.tolerances ?? []) tolerances.add(each)
      if (facts.stamp) all.stamp = facts.stamp
    }
    return { findings, story, facts: { object, ...all, tolerances: [...tolerances] } }
  }

  const isNamed = (finger) =>
    trusted.some((each) => each.length >= 16 && finger.startsWith(each.toLowerCase()))
  try {
    const read = (name) => {
      const part = files.get(name)
      if (!part) throw new Error(`${name} is missing`)
      return text(part)
    }
    const json = (name) => JSON.parse(read(name))

    // 1. The keys: those that the reader trusts.
    for (const { id, spki } of json('keys.json').keys) {
      const der = fromBase64(spki)
      const finger = await shaHex(der)
      if (finger.slice(0, 16) !== id) say(`keys.json: the key ${id} is another one`)
      else if (!isNamed(finger)) say(`keys.json: the key ${id} is not one that you trust`)
      else keys.set(id, await crypto.subtle.importKey('spki', der, { name: 'Ed25519' }, false, ['verify']))
    }

    // 2. The manifest, and each file by it.
    const manifest = json('manifest.json')
    await signed('manifest.json', await shaHex(files.get('manifest.json')), read('manifest.sig'))
    const named = new Set(['manifest.json', 'manifest.sig'])
    for (const { name, size, sha256 } of manifest.files) {
      named.add(name)
      const part = files.get(name)
      if (!part) say(`${name}: the manifest names it, and it is missing`)
      else if (part.length !== size || (await shaHex(part)) !== sha256)
        say(`${name}: it is not the file that was signed`)
    }
    for (const name of files.keys()) if (!named.has(name)) say(`${name}: the manifest does not name it`)
    // Figures that were not signed prove nothing by their rules.
    const asSigned = findings.length === 0

    // 3. A month holds packs, each whole in itself.
    if (manifest.packs) return await verifyMonth(manifest)

    // 4. The events: each follows the one before it.
    const story = []
    let head = { seq: 0, hash: '' }
    const acts = []
    for (const line of lines(read('events.jsonl'))) {
      const event = JSON.parse(line)
      const { hash, previousHash, id } = event
      const name = `event ${id} (number ${event.seq}, ${event.name} by ${event.whoName}, ${event.at})`
      if (event.objectId !== manifest.object.id) say(`${name}: it belongs to another object`)
      if (event.seq !== head.seq + 1) say(`${name}: number ${head.seq + 1} before it is missing`)
      if (previousHash !== head.hash) say(`${name}: it does not follow the event before it`)
      if ((await eventHash(event)) !== hash) say(`${name}: it was changed`)
      acts.push(event)
      head = { seq: event.seq, hash }
      story.push({
        at: event.at,
        who: event.whoName,
        what: event.name,
        to: `${event.status} (${event.queue})`,
        log: event.log,
      })
    }

    // 5. The proof: the newest event is in the tree of a signed checkpoint.
    const proof = json('proof.json')
    let stamp = null
    if (proof === null)
      say('proof.json: no checkpoint covers the newest event yet; ask for a pack a minute later')
    else {
      const leaf = `chain ${manifest.object.id} ${head.seq} ${head.hash}`
      let node = await sha(new Uint8Array([0, ...utf8(leaf)]))
      let [place, last] = [proof.index, proof.count - 1]
      const join = (left, right) => sha(new Uint8Array([1, ...left, ...right]))
      for (const each of proof.path) {
        if (place % 2 === 1 || place === last) {
          node = await join(fromHex(each), node)
          while (place % 2 === 0 && place !== 0) {
            place = Math.floor(place / 2)
            last = Math.floor(last / 2)
          }
        } else node = await join(node, fromHex(each))
        place = Math.floor(place / 2)
        last = Math.floor(last / 2)
      }
      const { hash, signature, previousHash, id, ...checkpoint } = json('checkpoint.json')
      if (last !== 0 || hex(node) !== checkpoint.root)
        say(`proof.json: the checkpoint ${id} does not hold the newest event, number ${head.seq}`)
      const content = `${previousHash}\n${canonical(checkpoint)}`
      if ((await shaHex(content)) !== hash) say(`checkpoint.json: it was changed`)
      await signed(`checkpoint ${id}`, hash, signature)
      if (files.has('stamp.json')) stamp = await stamped(json('stamp.json'), { hash, content })
    }

    // 6. The changes: each is signed by the seal of its transaction.
    const seals = new Map()
    for (const line of lines(read('seals.jsonl'))) {
      const seal = JSON.parse(line)
      const all = seal.changes.map((each) => `${each.id} ${each.table} ${each.act} ${each.hash}`)
      const value = [`seal ${seal.id} ${seal.at}`, ...all].join('\n')
      if ((await shaHex(value)) !== seal.hash) say(`seal ${seal.id} (${seal.at}): it was changed`)
      await signed(`seal ${seal.id} (${seal.at})`, seal.hash, seal.signature)
      seals.set(seal.id, seal)
    }
    const known = new Map()
    const linked = new Set()
    const own = new Set(manifest.owners)
    const keyOf = (table, row) =>
      `${table} ${manifest.tables[table].key.map((name) => String(row[name])).join(' ')}`
    for (const line of lines(read('changes.jsonl'))) {
      const change = JSON.parse(line)
      const name = `change ${change.id} of ${change.table}`
      if ((await shaHex(change.rows)) !== change.hash) say(`${name}: its rows were changed`)
      const entry = seals.get(change.sealId)?.changes.find(({ id }) => id === change.id)
      if (!entry || entry.hash !== change.hash || entry.act !== change.act || entry.table !== change.table)
        say(`${name}: the seal ${change.sealId} does not sign it`)
      for (const image of change.rows.split('\n')) {
        const row = JSON.parse(image)
        if (change.table === 'workflow_event') linked.add(row.hash)
        if (
          !manifest.tables[change.table] ||
          !own.has(`${change.table} ${row[manifest.tables[change.table].owner]}`)
        )
          continue
        if (change.act === '-') known.delete(keyOf(change.table, row))
        else known.set(keyOf(change.table, row), { image, change: change.id })
      }
    }

    // 7. The state: what the changes lead to, field by field.
    const state = {}
    for (const file of manifest.state)
      for (const [table, rows] of Object.entries(json(file))) {
        state[table] = rows
        for (const row of rows) {
          const key = keyOf(table, row)
          const before = known.get(key)
          known.delete(key)
          if (!before) {
            say(`${file}: ${key}: no change tells of it`)
            continue
          }
          const then = JSON.parse(before.image)
          for (const field of new Set([...Object.keys(then), ...Object.keys(row)]))
            if (canonical(then[field] ?? null) !== canonical(row[field] ?? null))
              say(
                `${file}: ${key}, field ${field}: it is ${canonical(row[field] ?? null)}, and change ${before.change} made it ${canonical(then[field] ?? null)}`,
              )
        }
      }
    for (const [key, { change }] of known)
      if (manifest.tables[key.split(' ')[0]].inState)
        say(`${key}: change ${change} made it, and it is missing`)
    for (const { id, hash } of acts)
      if (!linked.has(hash)) say(`event ${id}: no seal links it to what it changed`)

    // 8. The documents are the files whose SHA-256 was recorded.
    for (const row of state.document ?? []) {
      const at = manifest.documents[row.id]
      if (row.deleted_at === null && (!at || !files.has(at) || (await shaHex(files.get(at))) !== row.sha256))
        say(`document ${row.id} (${row.file_name}): its bytes are not those that were stored`)
    }

    // 9. The rules, run again over the figures, and who set the tolerances that they used.
    const { again, controls, compared } = asSigned
      ? checkRules({ state, read, acts, say })
      : { again: 0, controls: 0, compared: 0 }
    const setters = []
    if (files.has('tolerances-used.json')) {
      for (const line of lines(read('tolerance-events.jsonl'))) {
        const event = JSON.parse(line)
        if ((await eventHash(event)) !== event.hash) say(`event ${event.id} of a tolerance: it was changed`)
        if (!linked.has(event.hash))
          say(`event ${event.id} of a tolerance: no seal links it to what it changed`)
        setters.push(event)
      }
    }
    const tolerances = checkTolerances({ state, read, say, setters })
    const facts = {
      object: manifest.object,
      files: manifest.files.length,
      events: story.length,
      seals: seals.size,
      comparisons: compared,
      controls,
      again,
      tolerances,
      ...(stamp ? { stamp } : {}),
    }
    return { findings, story, facts }
  } catch (error) {
    say(`The pack cannot be read: ${error.message}`)
    return { findings, story: [], facts: {} }
  }
}
