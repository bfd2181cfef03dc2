#![doc = "gridlog"]
pub mod diagnostic;
pub mod source;
pub mod syntax;
