import { type ComponentType, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Whether the page's markup is being rendered on the server, not hydrated. */
export const onServer = typeof document === 'undefined'

/** Loads the code of an enhanced control. */
export type Load<Code> = () => Promise<Code>

const cache = new Map<Load<unknown>, unknown>()

/** The code, if already loaded. */
const cached = <Code,>(load: Load<Code>) => (cache.get(load) as Code | undefined) ?? null

/** React Aria adds a style element for touch screens: it takes the page's nonce from here. */
function passNonce(): void {
  if (document.querySelector('meta[property="csp-nonce"]')) return
  const meta = document.createElement('meta')
  meta.setAttribute('property', 'csp-nonce')
  meta.content = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
  document.head.append(meta)
}

/** Loads the code once; null if it did not arrive: the native control stays, and the next use tries again. */
export async function loaded<Code>(load: Load<Code>): Promise<Code | null> {
  if (cache.has(load)) return cache.get(load) as Code
  try {
    const code = await load()
    passNonce()
    cache.set(load, code)
    return code
  } catch {
    return null
  }
}

/** Whether the user wants to save data. */
export const prefersReducedData = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Whether the connection is usually paid by volume: nothing is loaded over it unless the user starts it. */
export const isMetered = () =>
  prefersReducedData() || (navigator as { connection?: { type?: string } }).connection?.type === 'cellular'

/** Runs when the page is idle; never if the user saves data. */
function whenIdle(run: () => void): () => void {
  if (prefersReducedData()) return () => {}
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run, 200)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(run, { timeout: 2_000 })
  return () => cancelIdleCallback(request)
}

/** The first interactions of a user. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const

/** Runs at the user's first interaction with the page; if the user saves data, only if needed. */
export function atFirstSign(run: () => void, needed = false): () => void {
  if (prefersReducedData() && !needed) return () => {}
  const end = new AbortController()
  const once = () => {
    end.abort()
    run()
  }
  for (const sign of SIGNS) document.addEventListener(sign, once, { signal: end.signal, passive: true })
  return () => end.abort()
}

/** Resolves at the user's first interaction: an unused page loads nothing more. */
const used = new Promise<void>((resolve) => {
  if (!onServer) atFirstSign(resolve, true)
})

/** Runs after the first interaction, when the page is idle. */
function whenUsed(run: () => void): () => void {
  let end: (() => void) | null = null
  let waits = true
  void used.then(() => {
    if (waits) end = whenIdle(run)
  })
  return () => {
    waits = false
    end?.()
  }
}

/**
 * Code that is loaded on demand: null until then. Available from the first render if another control has loaded it.
 * @param load the same function for every render
 * @param when what starts loading automatically; the second return value starts it immediately
 */
export function useLater<Code>(
  load: Load<Code>,
  when: 'used' | null = null,
): [Code | null, want: () => void] {
  const [code, setCode] = useState<Code | null>(() => cached(load))
  const want = useCallback(() => {
    void loaded(load).then((code) => code !== null && setCode(() => code))
  }, [load])
  useEffect(() => {
    if (when !== null) return whenUsed(want)
  }, [when, want])
  return [code, want]
}

/** For moving grips: of columns, of drawers. */
export const loadMoves = () => import('./moves').then((code) => code.default)

/** React warns about layout effects on the server, where there is no layout and effects do not run. */
export const useBeforePaint = onServer ? useEffect : useLayoutEffect

type AnyPart = ComponentType<object>

const parts: (() => Promise<unknown>)[] = []

/** Loads the code of every part: on the server, before it renders a page. */
export const loadParts = () => Promise.all(parts.map((load) => load()))

/** How long to wait before retrying a part's code, in ms. */
const AGAIN = 2_000

/**
 * A part of a page that stays as rendered by the server, and works as without scripts, until its code has loaded: at
 * the user's first interaction, or when the part is shown. It then takes over what the user has done in it.
 */
export function lazily<Part extends ComponentType<never>>(
  load: Load<Part>,
  when: 'sign' | 'shown' = 'sign',
): Part {
  const part = load as unknown as Load<AnyPart>
  const arriving = async (): Promise<AnyPart> => {
    const code = await loaded(part)
    if (code !== null) return code
    await new Promise((resolve) => setTimeout(resolve, AGAIN))
    return arriving()
  }
  if (onServer) parts.push(async () => cache.set(part, await part()))
  function Lazily(props: object) {
    const [Shown, setShown] = useState(() => cached(part))
    const ref = useRef<HTMLDivElement>(null)
    const done = useRef<Done | null>(null)
    useEffect(() => {
      if (Shown) return
      let waits = true
      void (when === 'sign' ? used.then(arriving) : arriving()).then((code) => {
        if (!waits) return
        done.current = ref.current && doneIn(ref.current)
        setShown(() => code)
      })
      return () => {
        waits = false
      }
    }, [Shown])
    useBeforePaint(() => {
      if (Shown && done.current && ref.current) doAgain(ref.current, done.current)
      done.current = null
    }, [Shown])
    return Shown ? (
      <div ref={ref} className="part">
        <Shown {...props} />
      </div>
    ) : (
      // React does not touch what it did not write: here, the server's markup.
      <div
        ref={ref}
        className="part"
        data-later=""
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: it is empty
        dangerouslySetInnerHTML={{ __html: '' }}
      />
    )
  }
  return Lazily as unknown as Part
}

const DETAILS = 'details'
const CONTROLS = 'summary, a[href], button, input, select, textarea'

/** The user's state in a part: what is open, the focus, typed and chosen values, each by its position. */
interface Done {
  open: boolean[]
  focused: number
  typed: (string | boolean | null)[]
}

const all = <Kind extends Element>(part: Element, selector: string) => [
  ...part.querySelectorAll<Kind>(selector),
]
const isTicked = (control: Element): control is HTMLInputElement =>
  control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type)
const isField = (control: Element): control is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement =>
  'value' in control && control.matches('input:not([type=hidden]), select, textarea')

function doneIn(part: Element): Done {
  const controls = all<HTMLElement>(part, CONTROLS)
  return {
    open: all<HTMLDetailsElement>(part, DETAILS).map(({ open }) => open),
    focused: controls.indexOf(document.activeElement as HTMLElement),
    typed: controls.map((control) =>
      isTicked(control) ? control.checked : isField(control) ? control.value : null,
    ),
  }
}

function doAgain(part: Element, { open, focused, typed }: Done): void {
  for (const [at, details] of all<HTMLDetailsElement>(part, DETAILS).entries())
    details.open = open[at] ?? false
  const controls = all<HTMLElement>(part, CONTROLS)
  for (const [at, control] of controls.entries()) {
    const was = typed[at]
    if (isTicked(control) && typeof was === 'boolean') control.checked = was
    else if (isField(control) && typeof was === 'string') control.value = was
  }
  controls[focused]?.focus({ preventScroll: true })
}
