import { type Stage, stackName } from '#infra/stages.ts'
import { aws } from './aws.ts'

/**
 * Lets CDK delete stacks whose creation failed, which it does before it creates them again: they already have
 * termination protection but hold no data yet. Retained resources stay, and are listed.
 */
export async function unprotectFailedStacks(stage: Stage): Promise<void> {
  const ofStage = `StackSummaries[?starts_with(StackName, '${stackName(stage, 'data').replace(/data$/, '')}')].StackName`
  const failedFilter = ['--stack-status-filter', 'ROLLBACK_COMPLETE', 'ROLLBACK_FAILED', '--query', ofStage]
  for (const name of (await aws<string[]>('cloudformation', 'list-stacks', ...failedFilter)) ?? []) {
    const stackOption = ['--stack-name', name]
    await aws('cloudformation', 'update-termination-protection', ...stackOption, '--no-enable-termination-protection')
    const retained = "StackResourceSummaries[?ResourceStatus=='DELETE_SKIPPED'].[ResourceType, PhysicalResourceId]"
    const retainedResources = await aws<[string, string][]>(
      'cloudformation',
      'list-stack-resources',
      ...stackOption,
      '--query',
      retained,
    )
    console.log(`${name} could not be created the last time, and is created again.`)
    for (const [type, id] of retainedResources ?? [])
      console.log(`  It has left behind ${type} ${id}, which nothing uses: delete it by hand.`)
  }
}
