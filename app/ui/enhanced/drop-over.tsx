import { type ClipboardEvent, type HTMLAttributes, type RefObject, useEffect, useRef } from 'react'
import { useDrop } from 'react-aria/useDrop'
import { Button } from 'react-aria-components/Button'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { overId } from '../form/field'
import './enhanced.css'

export interface Dropping {
  props: HTMLAttributes<HTMLElement>
  isOver: boolean
}

interface DropOverProps {
  id: string
  /** The surrounding field, where files may be dropped. */
  zone: RefObject<HTMLElement>
  /** The native field, which opens the browser's file chooser and holds the files. */
  native: RefObject<HTMLInputElement>
  many: boolean
  /** How many files are chosen, as text. */
  chosen: string
  describedBy: string
  /** Passes drop handlers to the surrounding field, which stays mounted with its files. */
  lend: (dropping: Dropping) => void
  onFiles: (files: File[]) => void
}

type Item = { kind: string; getFile?: () => Promise<File> }

/** Files can be dropped anywhere on the field, pasted on its button, or chosen with it. */
export default function DropOver({ zone, native, many, lend, onFiles, ...props }: DropOverProps) {
  const latest = useRef(onFiles)
  latest.current = onFiles
  async function take(items: readonly Item[]) {
    const files = await Promise.all(items.flatMap((item) => (item.getFile ? [item.getFile()] : [])))
    if (files.length > 0) latest.current(files)
  }
  const { dropProps, isDropTarget } = useDrop({
    ref: zone,
    hasDropButton: true,
    getDropOperation: () => 'copy',
    onDrop: ({ items }) => void take(items as Item[]),
  })
  function onPaste(event: ClipboardEvent) {
    const files = [...event.clipboardData.files]
    if (files.length === 0) return
    event.preventDefault()
    latest.current(files)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: its handlers read refs
  useEffect(() => lend({ props: { ...dropProps, onPaste }, isOver: isDropTarget }), [lend, isDropTarget])
  return (
    <I18nProvider locale="en-GB">
      <span className="upload__choose">
        <Button
          id={overId(props.id)}
          className="button"
          aria-describedby={props.describedBy}
          onPress={() => native.current?.click()}
        >
          Choose {many ? 'files' : 'a file'}…
        </Button>{' '}
        <span className="muted">{props.chosen || 'or drop or paste here'}</span>
      </span>
    </I18nProvider>
  )
}
