/** Works on all, some at a time; the results are in the order of the inputs. */
export async function mapConcurrently<Question, Answer>(
  questions: readonly Question[],
  atOnce: number,
  answer: (question: Question) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  let next = 0
  const worker = async () => {
    while (next < questions.length) {
      const at = next
      next += 1
      answers[at] = await answer(questions[at] as Question)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, questions.length) }, worker))
  return answers
}
