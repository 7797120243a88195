import type { Area } from './route.ts'
import { billingRoutes } from './subscriptions/billing.ts'
import { licenceRoutes } from './subscriptions/licences.ts'
import { priceRoutes } from './subscriptions/prices.ts'
import { signupRoutes } from './subscriptions/signup.ts'
import { staffRoutes } from './subscriptions/staff.ts'

export const subscriptions = {
  ...priceRoutes,
  ...signupRoutes,
  ...licenceRoutes,
  ...billingRoutes,
  ...staffRoutes,
} as const satisfies Area
