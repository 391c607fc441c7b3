/** Setup of every component test: cleans the page up after each test, and sets a timeout for busy machines. */
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

configure({ asyncUtilTimeout: 60_000 })
afterEach(cleanup)
