//! The book on the battlefield.
