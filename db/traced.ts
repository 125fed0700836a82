import { type Attributes, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'

const tracer = trace.getTracer('fundesk')

/**
 * Does some work as a span in the trace of its request. Without a trace it only does the work: a site that sends no
 * traces pays nothing.
 * @param name one of few, without values
 * @param said attributes, only evaluated for a trace
 */
export function traced<Done>(
  name: string,
  work: () => Promise<Done>,
  said: () => Attributes = () => ({}),
): Promise<Done> {
  if (!trace.getActiveSpan()?.isRecording()) return work()
  return tracer.startActiveSpan(name, { kind: SpanKind.CLIENT, attributes: said() }, async (span) => {
    try {
      return await work()
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : undefined })
      throw error
    } finally {
      span.end()
    }
  })
}
