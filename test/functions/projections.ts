import { db } from '#functions/table/database.ts'
import { indexes } from '#functions/table/indexes.ts'
import { projectResponse } from '#scripts/local/services/dynamodb/projections.ts'

/** Attributes that each partial index projects, including its keys. */
const projectedNames = new Map(
  Object.entries(indexes).flatMap(([name, { pk, sk, projection }]) =>
    projection === 'all' ? [] : [[name, new Set<string>(['pk', 'sk', pk, sk, ...projection])] as const],
  ),
)

/**
 * The table of these tests projects whole items to its indexes, which is much faster; responses are narrowed here to what AWS
 * would return.
 */
export function narrowAnswers(): void {
  db.middlewareStack.add(
    (nextHandler) => async (args) => {
      const answer = await nextHandler(args)
      const part = projectedNames.get((args.input as { IndexName?: string }).IndexName ?? '')
      return part ? { ...answer, output: projectResponse<typeof answer.output>(answer.output, part) } : answer
    },
    { step: 'initialize', name: 'narrowAnswers', override: true },
  )
}
