import '@mantine/core/styles/Tour.css'

/** Steps of a walkthrough, one after another beside what each is about; stands in a `Kit`. */
export { Tour } from '@mantine/core'
