import './ask-dialog.ts'
import './print-button.ts'
