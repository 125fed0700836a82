import { type ReactNode, useId } from 'react'

interface FileFrameProps {
  /** The title of the file for users. */
  title: string
  /** Address that returns a PDF, or a page that says why there is none. */
  src: string
  /** In the line above the frame: the name, a download. */
  children: ReactNode
}

/** PDF viewers show the page as wide as the frame, without a sidebar of thumbnails. */
const READABLE = '#navpanes=0&view=FitH'

/** A file to view, with a line above it. It is shown next to its object and takes the available height. */
export function FileFrame({ title, src, children }: FileFrameProps) {
  const id = useId()
  return (
    <section className="file-frame screen-only" aria-labelledby={id}>
      <p className="file-frame__line" id={id}>
        {children}
      </p>
      <iframe className="file-frame__frame" key={src} title={title} src={src + READABLE} loading="lazy" />
    </section>
  )
}

const MAX_LENGTH = 66

/** A displayed file name: cut at 66 characters before its extension, then an ellipsis (specification section 5). */
export function shownFileName(name: string): string {
  const dot = name.lastIndexOf('.')
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  const letters = Array.from(stem)
  return letters.length > MAX_LENGTH ? `${letters.slice(0, MAX_LENGTH).join('')}…${extension}` : name
}
