import { type ReactNode, useId } from 'react'

interface FileFrameProps {
  /** What is shown, for people. */
  title: string
  /** Address that answers with a PDF, or with a page that says why there is none. */
  src: string
  /** In the line above the frame: the name, a download. */
  children: ReactNode
}

/** Viewers of PDFs show the page as wide as the frame, and no little pictures of all pages beside it. */
const READABLE = '#navpanes=0&view=FitH'

/** A file to look at, with a line above it. It stands beside what it belongs to and takes the height there is. */
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
