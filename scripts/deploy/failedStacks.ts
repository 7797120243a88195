import { type Stage, stackName } from '#infra/stages.ts'
import { aws } from './aws.ts'

/**
 * Lets CDK delete what a failed creation of a stack has left, which it does before it creates the stack again: termination
 * protection is set before the creation, while the stack still holds no data. Retained resources stay, and are listed.
 */
export async function releaseFailed(stage: Stage): Promise<void> {
  const own = `StackSummaries[?starts_with(StackName, '${stackName(stage, 'data').replace(/data$/, '')}')].StackName`
  const failed = ['--stack-status-filter', 'ROLLBACK_COMPLETE', 'ROLLBACK_FAILED', '--query', own]
  for (const name of (await aws<string[]>('cloudformation', 'list-stacks', ...failed)) ?? []) {
    const of = ['--stack-name', name]
    await aws('cloudformation', 'update-termination-protection', ...of, '--no-enable-termination-protection')
    const kept = "StackResourceSummaries[?ResourceStatus=='DELETE_SKIPPED'].[ResourceType, PhysicalResourceId]"
    const left = await aws<[string, string][]>('cloudformation', 'list-stack-resources', ...of, '--query', kept)
    console.log(`${name} could not be made the last time, and is made anew.`)
    for (const [type, id] of left ?? [])
      console.log(`  It has left ${type} ${id}, which nothing uses: delete it by hand.`)
  }
}
