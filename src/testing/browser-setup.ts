/** Runs before every component test: cleans the page up after each test and waits as long as a busy machine needs. */
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

configure({ asyncUtilTimeout: 60_000 })
afterEach(cleanup)
