import { bootstrapApplication } from '@angular/platform-browser'
import { Register } from './register'

await bootstrapApplication(Register)
