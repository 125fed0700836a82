import { type Attributes, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'

const tracer = trace.getTracer('fundesk')

/**
 * Does some work, as a span of the trace of the request that it is done for. Without a trace it only does the work: a
 * site that sends its traces nowhere pays nothing for them.
 * @param name one of few, without values
 * @param said more about it, asked for in a trace alone
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
