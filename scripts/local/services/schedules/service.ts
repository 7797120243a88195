import { regional, textOr } from '../../assembly/resourceType.ts'
import type { Service } from '../service.ts'

/** Scheduled functions, by the local cloud's clock. */
export const schedules: Service = {
  types: {
    'AWS::Events::Rule': { named: 'Name', arn: regional('events', 'rule/') },
    'AWS::Scheduler::Schedule': {
      named: 'Name',
      arn: ({ region, account, name, property }) =>
        `arn:aws:scheduler:${region}:${account}:schedule/${textOr(property('GroupName'), 'default')}/${name}`,
    },
    'AWS::Scheduler::ScheduleGroup': { named: 'Name' },
  },
  start: async (context) => (await import('./start.ts')).start(context),
}
