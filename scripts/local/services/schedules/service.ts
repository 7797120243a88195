import { regional, stringOr } from '../../assembly/resourceType.ts'
import type { Service } from '../service.ts'

/** Scheduled functions, by the local cloud's clock. */
export const schedules: Service = {
  types: {
    'AWS::Events::Rule': { nameProperty: 'Name', arn: regional('events', 'rule/') },
    'AWS::Scheduler::Schedule': {
      nameProperty: 'Name',
      arn: ({ region, account, name, property }) =>
        `arn:aws:scheduler:${region}:${account}:schedule/${stringOr(property('GroupName'), 'default')}/${name}`,
    },
    'AWS::Scheduler::ScheduleGroup': { nameProperty: 'Name' },
  },
  start: async (context) => (await import('./start.ts')).start(context),
}
