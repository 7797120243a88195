import '@mantine/core/styles/Tour.css'

/** The steps of a walkthrough, each shown next to its target; needs a `Kit` around it. */
export { Tour } from '@mantine/core'
