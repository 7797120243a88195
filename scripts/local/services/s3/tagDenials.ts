import { resourceMatches } from '../../iam/match.ts'
import type { Assembly } from '../../types.ts'

/** Objects with this tag may be read by nobody. */
type Denial = { resources: string[]; tag: string; value: string }

const prefix = 's3:ExistingObjectTag/'

/** The tag-based Deny statements of a bucket's policy for reading objects. Everything else is decided by roles locally. */
export function tagDenials(assembly: Assembly, bucket: string): Denial[] {
  return assembly.ofType('AWS::S3::BucketPolicy').flatMap(({ stack, properties }) => {
    const { Bucket, PolicyDocument } = assembly.resolve<Policy>(stack, properties)
    if (Bucket !== bucket) return []
    return PolicyDocument.Statement.flatMap(({ Effect, Action, Resource, Condition }) => {
      const isOfReading = Effect === 'Deny' && [Action].flat().includes('s3:GetObject')
      const tags = Object.entries(Condition?.StringEquals ?? {}).filter(([key]) => key.startsWith(prefix))
      if (!isOfReading) return []
      return tags.map(([key, value]) => ({ resources: [Resource].flat(), tag: key.slice(prefix.length), value }))
    })
  })
}

export const isDenied = (denials: readonly Denial[], arn: string, tags: Record<string, string> = {}): boolean =>
  denials.some(
    ({ resources, tag, value }) => tags[tag] === value && resources.some((pattern) => resourceMatches(pattern, arn)),
  )

type Statement = {
  Effect: string
  Action: string | string[]
  Resource: string | string[]
  Condition?: { StringEquals?: Record<string, string> }
}
type Policy = { Bucket: string; PolicyDocument: { Statement: Statement[] } }
