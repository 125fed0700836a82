import { type ComponentType, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Whether the markup of a page is being written, and not taken over. */
export const onServer = typeof document === 'undefined'

/** Loads the code of an enhanced control. */
export type Load<Code> = () => Promise<Code>

const known = new Map<Load<unknown>, unknown>()

/** The code, where it is there already. */
const knownOf = <Code,>(load: Load<Code>) => (known.get(load) as Code | undefined) ?? null

/** React Aria adds a style element for touch screens: it takes the nonce of the page from here. */
function passNonce(): void {
  if (document.querySelector('meta[property="csp-nonce"]')) return
  const meta = document.createElement('meta')
  meta.setAttribute('property', 'csp-nonce')
  meta.content = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
  document.head.append(meta)
}

/** The code, loaded once; null when it did not arrive: the native control stays, and the next use asks again. */
export async function loaded<Code>(load: Load<Code>): Promise<Code | null> {
  if (known.has(load)) return known.get(load) as Code
  try {
    const code = await load()
    passNonce()
    known.set(load, code)
    return code
  } catch {
    return null
  }
}

/** Whether the user asked to save data. */
export const prefersReducedData = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Runs once the page rests; never where data is dear. */
function whenIdle(run: () => void): () => void {
  if (prefersReducedData()) return () => {}
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run, 200)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(run, { timeout: 2_000 })
  return () => cancelIdleCallback(request)
}

/** What a person does first. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const

/** Runs at the first sign of a user on the page; where data is dear, only what is needed. */
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

/** Fulfilled at the first sign of a user: a page that nobody uses loads nothing more. */
const used = new Promise<void>((resolve) => {
  if (!onServer) atFirstSign(resolve, true)
})

/** Runs once a user was there, and the page rests. */
function whenUsed(run: () => void): () => void {
  let end: (() => void) | null = null
  let stands = true
  void used.then(() => {
    if (stands) end = whenIdle(run)
  })
  return () => {
    stands = false
    end?.()
  }
}

/**
 * Code that is loaded when it is needed: null until then. It is there from the first render once another control
 * brought it.
 * @param load the same function for every render
 * @param when what starts loading by itself; the second value returned starts it at once
 */
export function useLater<Code>(
  load: Load<Code>,
  when: 'used' | null = null,
): [Code | null, want: () => void] {
  const [code, setCode] = useState<Code | null>(() => knownOf(load))
  const want = useCallback(() => {
    void loaded(load).then((code) => code !== null && setCode(() => code))
  }, [load])
  useEffect(() => {
    if (when !== null) return whenUsed(want)
  }, [when, want])
  return [code, want]
}

/** What moves grips: of columns, of drawers. */
export const loadMoves = () => import('./moves').then((code) => code.default)

/** React warns of layout effects on the server, where there is no layout and no effect runs. */
export const useBeforePaint = onServer ? useEffect : useLayoutEffect

type AnyPart = ComponentType<object>

const parts: (() => Promise<unknown>)[] = []

/** Loads the code of every part: on the server, before it renders a page. */
export const loadParts = () => Promise.all(parts.map((load) => load()))

/** How long to wait after the code of a part did not arrive, in ms. */
const AGAIN = 2_000

/**
 * A part of a page that stands as the server rendered it, working as it does without scripts, until its code is there:
 * that is loaded at the first sign of a user, or where the part is shown. It then takes over what the user did in it
 * meanwhile.
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
  if (onServer) parts.push(async () => known.set(part, await part()))
  function Lazily(props: object) {
    const [Shown, setShown] = useState(() => knownOf(part))
    const ref = useRef<HTMLDivElement>(null)
    const done = useRef<Done | null>(null)
    useEffect(() => {
      if (Shown) return
      let stands = true
      void (when === 'sign' ? used.then(arriving) : arriving()).then((code) => {
        if (!stands) return
        done.current = ref.current && doneIn(ref.current)
        setShown(() => code)
      })
      return () => {
        stands = false
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
      // React leaves alone what it did not write: here, what the server rendered.
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

/** What a user did in a part: what is open, what has the focus, what was typed and chosen, each by its place. */
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
