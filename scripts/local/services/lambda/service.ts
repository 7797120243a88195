import { alphabets, regional, stableIdOf } from '../../assembly/resourceType.ts'
import type { Service } from '../service.ts'

/** Functions, each in its own threads with its own environment and role. */
export const lambda: Service = {
  types: {
    'AWS::Lambda::EventSourceMapping': { defaultName: stableIdOf(32, alphabets.hex) },
    'AWS::Lambda::Function': { nameProperty: 'FunctionName', arn: regional('lambda', 'function:') },
  },
  dataFiles: ['logs'],
  start: async (context) => (await import('./start.ts')).start(context),
}
